import type { CleanImage } from '#libs/files';

/** A question with its answers, as files have it. */
export interface Question {
  text: string;
  imageUrl: string | null;
  answers: Answer[];
  /** Absent if there is none. */
  explanation?: string;
}

export interface Answer {
  text: string;
  isCorrect: boolean;
}

/** The questions of a quiz. */
export interface QuestionSet {
  title: string;
  questions: Question[];
}

export const LOSSES = [
  'feedback',
  'explanation',
  'weight',
  'points',
  'image',
  'altText',
  'media',
  'table',
  'link',
  'formatting',
  'lines',
] as const;

/** A part of a file that a quiz cannot store, or a further line of a text, which Moodle reads as another one. */
export interface Loss {
  what: (typeof LOSSES)[number];
  /** Line in which it begins, from 1. */
  line: number;
}

/** What a file has at a place: a question, or the reason why it cannot be one of a quiz. */
export interface ReadQuestion {
  /** Line in which it begins, from 1. */
  line: number;
  /** The name that it has in the file. */
  name: string | null;
  question: Question | null;
  /** The image of the question, if it is in the file. */
  image?: CleanImage;
  /** Why there is no question; null if there is one. */
  problem: string | null;
  /** What the question leaves out of the file. */
  dropped: Loss[];
}
