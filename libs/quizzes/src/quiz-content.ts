// The content of a quiz: its questions and answers, stored as immutable versions.
import { createHash } from 'node:crypto';
import { newId } from '#libs/database';
import type { Question, QuestionForPlayers, QuizBody } from './quiz.dto.js';

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
}

/** The questions of one version, in order. */
export type QuizContent = ContentQuestion[];

/** The questions of a version as the API shows them, with their position. */
export function toQuestions(content: QuizContent): Question[] {
  return content.map(({ id, text, imageUrl, answers }, order) => ({ id, text, imageUrl, order, answers }));
}

/** The same without the information which answers are correct. */
export function toHiddenQuestions(content: QuizContent): QuestionForPlayers[] {
  return toQuestions(content).map((question) => ({
    ...question,
    answers: question.answers.map(({ id, text }) => ({ id, text })),
  }));
}

/** A question as it is sent, without ids. */
export interface QuestionDraft {
  text: string;
  imageUrl: string | null;
  answers: { text: string; isCorrect: boolean }[];
}

/**
 * The content after an update. A question whose text, image and ordered answers are the same as in the current content keeps
 * its ids and its answers' ids, wherever it moved to; identical questions match in order; others get new ids.
 */
export function nextContent(current: QuizContent, drafts: readonly QuestionDraft[]): QuizContent {
  const known = new Map<string, ContentQuestion[]>();
  for (const question of current) {
    const key = keyOf(question);
    known.set(key, [...(known.get(key) ?? []), question]);
  }
  return drafts.map((draft) => known.get(keyOf(draft))?.shift() ?? withIds(draft));
}

/** Whether two contents have the same questions in the same order. */
export function isSameContent(one: QuizContent, other: QuizContent): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
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
