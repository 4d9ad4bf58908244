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
  explanation: string;
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
  /** An empty text is the pass mark of the service. */
  passPercentage: number | '';
  revealAnswers: NonNullable<QuizBody['revealAnswers']>;
  /** Timestamps; empty texts if it is always open. */
  opensAt: string;
  closesAt: string;
  requireStart: boolean;
  /** An empty text if all questions are drawn. */
  drawCount: number | '';
  tags: string[];
  language: string;
  questions: QuestionValues[];
}

/** When players see the correct answers. */
export const REVEALS: Record<QuizValues['revealAnswers'], string> = {
  always: 'After each attempt',
  afterLastAttempt: 'After their last attempt, or once the quiz is closed',
  never: 'Never',
};

let questions = 0;

/** A key that no other question has. */
export const newKey = () => `question-${++questions}`;

export const emptyAnswer = (): AnswerValues => ({ text: '', isCorrect: false });

export const emptyQuestion = (): QuestionValues => ({
  key: newKey(),
  text: '',
  imageUrl: '',
  answers: [emptyAnswer(), emptyAnswer()],
  explanation: '',
});

export const emptyQuiz = (): QuizValues => ({
  title: '',
  description: '',
  heroImageUrl: '',
  maxAttempts: 1,
  timeLimitSeconds: null,
  randomizeQuestions: true,
  ...toSettings({}),
  questions: [emptyQuestion()],
});

type Settings = Pick<
  QuizBody,
  'passPercentage' | 'revealAnswers' | 'opensAt' | 'closesAt' | 'requireStart' | 'drawCount' | 'tags' | 'language'
>;

function toSettings(quiz: Settings) {
  return {
    passPercentage: quiz.passPercentage ?? ('' as const),
    revealAnswers: quiz.revealAnswers ?? ('always' as const),
    opensAt: quiz.opensAt ?? '',
    closesAt: quiz.closesAt ?? '',
    requireStart: quiz.requireStart ?? false,
    drawCount: quiz.drawCount ?? ('' as const),
    tags: quiz.tags ?? [],
    language: quiz.language ?? '',
  };
}

/** Those that differ from their default. Questions can only be drawn by a start. */
function settingsOf(quiz: QuizValues): Settings {
  const language = quiz.language.trim();
  return {
    ...(quiz.passPercentage !== '' && { passPercentage: quiz.passPercentage }),
    ...(quiz.revealAnswers !== 'always' && { revealAnswers: quiz.revealAnswers }),
    ...(quiz.opensAt !== '' && { opensAt: quiz.opensAt }),
    ...(quiz.closesAt !== '' && { closesAt: quiz.closesAt }),
    ...(quiz.requireStart && { requireStart: true }),
    ...(quiz.requireStart && quiz.drawCount !== '' && { drawCount: quiz.drawCount }),
    ...(quiz.tags.length > 0 && { tags: quiz.tags }),
    ...(language !== '' && { language }),
  };
}

export const toQuestionValues = ({ text, imageUrl, answers, explanation }: QuestionBody): QuestionValues => ({
  key: newKey(),
  text,
  imageUrl: imageUrl ?? '',
  answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
  explanation: explanation ?? '',
});

export const toValues = (quiz: QuizBody): QuizValues => ({
  title: quiz.title,
  description: quiz.description ?? '',
  heroImageUrl: quiz.heroImageUrl ?? '',
  maxAttempts: quiz.maxAttempts ?? 1,
  timeLimitSeconds: quiz.timeLimitSeconds === 0 ? null : (quiz.timeLimitSeconds ?? null),
  randomizeQuestions: quiz.randomizeQuestions ?? true,
  ...toSettings(quiz),
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
  ...settingsOf({ ...quiz, questions }),
  questions: questions.map(({ text, imageUrl, answers, explanation }) => ({
    text,
    imageUrl: orNull(imageUrl.trim()),
    answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
    ...(explanation.trim() !== '' && { explanation }),
  })),
});

const MAX_TITLE_LENGTH = 200;

/** A new quiz with the questions and settings of another one, but without its opening times. */
export const copyOf = (quiz: Quiz): QuizBody => {
  const title = Array.from(`Copy of ${quiz.title}`).slice(0, MAX_TITLE_LENGTH).join('');
  return toBody({ ...toValues(quiz), title, opensAt: '', closesAt: '' });
};

/** Whether two forms would save the same quiz. */
export const isSameQuiz = (one: QuizValues, other: QuizValues) =>
  JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
