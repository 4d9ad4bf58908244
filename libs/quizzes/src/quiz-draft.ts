import type { QuizBody } from './quiz.dto.js';
import type { QuizContent } from './quiz-content.js';

/** A quiz as the body that creates one like it, without ids. */
export function toDraft(row: Omit<QuizBody, 'questions'>, content: QuizContent): QuizBody {
  return {
    title: row.title,
    description: row.description,
    heroImageUrl: row.heroImageUrl,
    maxAttempts: row.maxAttempts,
    timeLimitSeconds: row.timeLimitSeconds,
    randomizeQuestions: row.randomizeQuestions,
    questions: content.map(({ text, imageUrl, answers }) => ({
      text,
      imageUrl,
      answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
    })),
  };
}
