// A quiz as the values of the form, and as the body of a request.
import type { components } from '#libs/backoffice-ui/api.gen.ts';

export type Quiz = components['schemas']['Quiz'];
export type QuizBody = components['schemas']['QuizBody'];
export type QuestionBody = components['schemas']['QuestionBody'];

export interface AnswerValues {
  text: string;
  isCorrect: boolean;
}

export interface QuestionValues {
  /** Identifies a question on this page, wherever it moves to. Unknown to the service. */
  key: string;
  text: string;
  imageUrl: string;
  answers: AnswerValues[];
}

export interface QuizValues {
  title: string;
  description: string;
  heroImageUrl: string;
  /** An empty text if the field is empty. */
  maxAttempts: number | '';
  /** Null is no limit. */
  timeLimitSeconds: number | null;
  randomizeQuestions: boolean;
  questions: QuestionValues[];
}

let questions = 0;

/** A key that no other question has. */
export const newKey = () => `question-${++questions}`;

export const emptyAnswer = (): AnswerValues => ({ text: '', isCorrect: false });

export const emptyQuestion = (): QuestionValues => ({
  key: newKey(),
  text: '',
  imageUrl: '',
  answers: [emptyAnswer(), emptyAnswer()],
});

export const emptyQuiz = (): QuizValues => ({
  title: '',
  description: '',
  heroImageUrl: '',
  maxAttempts: 1,
  timeLimitSeconds: null,
  randomizeQuestions: true,
  questions: [emptyQuestion()],
});

export const toQuestionValues = ({ text, imageUrl, answers }: QuestionBody): QuestionValues => ({
  key: newKey(),
  text,
  imageUrl: imageUrl ?? '',
  answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
});

export const toValues = (quiz: QuizBody): QuizValues => ({
  title: quiz.title,
  description: quiz.description ?? '',
  heroImageUrl: quiz.heroImageUrl ?? '',
  maxAttempts: quiz.maxAttempts ?? 1,
  timeLimitSeconds: quiz.timeLimitSeconds === 0 ? null : (quiz.timeLimitSeconds ?? null),
  randomizeQuestions: quiz.randomizeQuestions ?? true,
  questions: quiz.questions.map(toQuestionValues),
});

/** An empty field becomes null. */
export const orNull = (text: string) => (text.trim() === '' ? null : text);

export const toBody = ({ questions, ...quiz }: QuizValues): QuizBody => ({
  title: quiz.title.trim(),
  description: orNull(quiz.description),
  heroImageUrl: orNull(quiz.heroImageUrl.trim()),
  maxAttempts: Number(quiz.maxAttempts),
  timeLimitSeconds: quiz.timeLimitSeconds ?? 0,
  randomizeQuestions: quiz.randomizeQuestions,
  questions: questions.map(({ text, imageUrl, answers }) => ({
    text,
    imageUrl: orNull(imageUrl.trim()),
    answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
  })),
});

/** Whether two forms would save the same quiz. */
export const isSameQuiz = (one: QuizValues, other: QuizValues) =>
  JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
