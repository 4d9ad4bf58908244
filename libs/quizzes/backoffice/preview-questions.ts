import type { Quiz } from './quiz-values';
import { shuffled } from './seeded-order';

export type PreviewedQuiz = Pick<
  Quiz,
  | 'title'
  | 'description'
  | 'heroImageUrl'
  | 'maxAttempts'
  | 'timeLimitSeconds'
  | 'randomizeQuestions'
  | 'requireStart'
  | 'drawCount'
  | 'passPercentage'
  | 'revealAnswers'
  | 'questions'
>;

/**
 * The questions as a start shows them: some or all, in their order or shuffled with their answers. Apps that show a quiz without a start
 * shuffle its questions only.
 */
export function previewedQuestions(
  quiz: Pick<PreviewedQuiz, 'questions' | 'drawCount' | 'randomizeQuestions' | 'requireStart'>,
  seed: number,
): Quiz['questions'] {
  const { questions, drawCount } = quiz;
  const drawn = shuffled(questions, seed).slice(0, drawCount ?? questions.length);
  if (!quiz.randomizeQuestions) return questions.filter((question) => drawn.includes(question));
  if (quiz.requireStart !== true) return drawn;
  return drawn.map((question, index) => ({ ...question, answers: shuffled(question.answers, seed + index + 1) }));
}
