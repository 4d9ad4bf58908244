// The content of a quiz: its questions and answers, stored as immutable versions.
import { createHash } from 'node:crypto';
import { newId } from '#libs/database';
import type { Question, QuestionForPlayers, QuizBody } from './quiz.dto.js';
import { type QuizSettings, type QuizSettingsBody, settingsOf } from './quiz-settings.dto.js';

export interface ContentAnswer {
  id: string;
  text: string;
  isCorrect: boolean;
}

export interface ContentQuestion {
  id: string;
  text: string;
  imageUrl: string | null;
  /** In the order in which they are shown. */
  answers: ContentAnswer[];
  /** Absent if there is none. */
  explanation?: string;
}

/** The questions of one version, in order. */
export type QuizContent = ContentQuestion[];

/** The questions of a version as the API shows them, with their position. */
export function toQuestions(content: QuizContent): Question[] {
  return content.map(({ id, text, imageUrl, answers, explanation }, order) => ({
    ...{ id, text, imageUrl, order, answers },
    ...(explanation !== undefined && { explanation }),
  }));
}

/** The same without the information which answers are correct. */
export function toHiddenQuestions(content: QuizContent): QuestionForPlayers[] {
  return content.map(({ id, text, imageUrl, answers }, order) => ({
    ...{ id, text, imageUrl, order },
    answers: answers.map((answer) => ({ id: answer.id, text: answer.text })),
  }));
}

/** The addresses of the images of a quiz. */
export const imagesOf = ({ heroImageUrl }: Pick<QuizBody, 'heroImageUrl'>, content: QuizContent): (string | null)[] => [
  heroImageUrl,
  ...content.map(({ imageUrl }) => imageUrl),
];

/** A question as it is sent, without ids. */
export interface QuestionDraft {
  text: string;
  imageUrl: string | null;
  answers: { text: string; isCorrect: boolean }[];
  explanation?: string | null;
}

/**
 * The content after an update. A question whose text, image and ordered answers are the same as in the current content keeps
 * its ids and its answers' ids, wherever it moved to; identical questions match in order; others get new ids. The explanation plays no
 * part in this.
 */
export function nextContent(current: QuizContent, drafts: readonly QuestionDraft[]): QuizContent {
  const known = new Map<string, ContentQuestion[]>();
  for (const question of current) {
    const key = keyOf(question);
    known.set(key, [...(known.get(key) ?? []), question]);
  }
  return drafts.map((draft) => {
    const { explanation: _, ...question } = known.get(keyOf(draft))?.shift() ?? withIds(draft);
    return typeof draft.explanation === 'string' ? { ...question, explanation: draft.explanation } : question;
  });
}

/** Whether two contents have the same questions with the same explanations in the same order. */
export function isSameContent(one: QuizContent, other: QuizContent): boolean {
  return one.length === other.length && one.every((question, index) => isSameQuestion(question, other[index]));
}

/** Whether two questions of contents are the same, also in their explanations. */
export function isSameQuestion(one: ContentQuestion, other: ContentQuestion | undefined): boolean {
  return one.id === other?.id && one.explanation === other.explanation;
}

/** The text, image and ordered answers of a question as one text, whichever are correct. Questions with the same wording are equal. */
export function wordingOf({ text, imageUrl, answers }: QuestionDraft): string {
  return JSON.stringify([text, imageUrl, answers.map((answer) => answer.text)]);
}

function keyOf({ text, imageUrl, answers }: QuestionDraft): string {
  return JSON.stringify([text, imageUrl, answers.map((answer) => [answer.text, answer.isCorrect])]);
}

function withIds({ text, imageUrl, answers }: QuestionDraft): ContentQuestion {
  return {
    id: newId(),
    text,
    imageUrl,
    answers: answers.map((answer) => ({ id: newId(), text: answer.text, isCorrect: answer.isCorrect })),
  };
}

/** Identifies a set of questions: the same for the same ids in any order. */
export function questionSetKey(questionIds: readonly string[]): Buffer {
  return createHash('sha256').update(questionIds.toSorted().join()).digest();
}

/** A body that creates a quiz, without what has its default. */
type QuizDraft = Omit<QuizBody, 'questions' | keyof QuizSettingsBody> &
  QuizSettings & { questions: (QuestionDraft & { explanation?: string })[] };

/** A quiz as the body that creates one like it, without ids. */
export function toDraft(row: Omit<QuizBody, 'questions'>, content: QuizContent): QuizDraft {
  return {
    title: row.title,
    description: row.description,
    heroImageUrl: row.heroImageUrl,
    maxAttempts: row.maxAttempts,
    timeLimitSeconds: row.timeLimitSeconds,
    randomizeQuestions: row.randomizeQuestions,
    ...settingsOf(row),
    questions: content.map(({ text, imageUrl, answers, explanation }) => ({
      text,
      imageUrl,
      answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
      ...(explanation !== undefined && { explanation }),
    })),
  };
}
