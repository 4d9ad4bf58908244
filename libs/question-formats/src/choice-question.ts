// What Moodle's formats GIFT and XML have in common: texts in several formats, and answers with a share of the points.
import type { Loss } from './question.js';
import { fitExplanation, type ParsedQuestion } from './parsed-question.js';
import { findImage } from './text/find-image.js';
import { guessFormat, type TextFormat, toPlain } from './text/text-format.js';

export interface SourceText {
  text: string;
  /** That of the question if it is undefined in an answer; guessed if it is undefined in the question. */
  format: TextFormat | undefined;
  /** Line of the file, from 1. */
  line: number;
}

export interface SourceAnswer extends SourceText {
  /** Share of the points in percent; negative for a penalty. */
  fraction: number;
}

export interface SourceQuestion {
  line: number;
  name: string | null;
  stem: SourceText;
  /** Attached to the stem, in base64, by their paths. */
  files?: ReadonlyMap<string, string>;
  answers: SourceAnswer[];
  /** Its text is empty if there is none. */
  explanation: SourceText;
  /** Losses that are not in these texts. */
  dropped: Loss[];
}

/** Maximum length of a question with its markup, in characters. */
export const MAX_LENGTH = 60_000;

/** Maximum number of answers that are read, with those that have no text. */
export const MAX_ANSWERS = 100;

/** Images inside a text. GIFT escapes the colon. */
const IMAGE_DATA = /data\\?:image\/[\w.+-]+;base64,[A-Za-z0-9+/=\s]*/g;

/** Why the texts of a question are too long to be read; undefined if they are not. Images inside them do not count. */
export function findExcess(texts: string[]): string | undefined {
  const length = texts.reduce((sum, text) => sum + text.replace(IMAGE_DATA, '').length, 0);
  return length > MAX_LENGTH ? `It has more than ${MAX_LENGTH} characters` : undefined;
}

/** The question in plain text, with the correct answers and what it loses; or why a quiz cannot have it. */
export function toChoiceQuestion(source: SourceQuestion): ParsedQuestion {
  const { line, name, stem, answers } = source;
  if (answers.length > MAX_ANSWERS) return { line, name, problem: `It has more than ${MAX_ANSWERS} answers` };
  const formatOf = (texts: SourceText[]) =>
    stem.format ?? guessFormat(texts.flatMap((one) => (one.format === undefined ? one.text : [])));
  const format = formatOf([stem, ...answers]);
  const { text, lost, images, problem } = toPlain(stem.text, format);
  const read = answers.map((answer) => readAnswer(answer, answer.format ?? format));
  const unreadable = problem ?? read.find((answer) => answer.problem !== undefined)?.problem;
  if (unreadable !== undefined) return { line, name, problem: unreadable };
  if (text === '') return { line, name, problem: missingText(lost, name) };
  if (read.some((answer) => answer.text === '' && answer.lost.includes('image'))) {
    return { line, name, problem: 'An answer consists only of an image: write what it shows as text' };
  }
  // A question has one. The others are not even read: thousands of elements can name the same file.
  const [first] = images;
  const image = first && findImage(first.src, source.files ?? new Map<string, string>());
  const lostOfStem = lost.filter((what) => what !== 'image' || image === undefined || images.length > 1);
  if (image !== undefined && first?.alt.trim() !== '') lostOfStem.push('altText');
  // As Moodle does, leave out empty answers.
  const shown = read.filter((answer) => answer.text !== '');
  if (countDistinct(shown.map(({ text: answer }) => answer)) < countDistinct(shown.map(({ source: html }) => html))) {
    return { line, name, problem: 'Two answers are equal without their formatting and images' };
  }
  const weighted = shown.filter(({ fraction }) => fraction !== 0 && fraction !== 100);
  const { dropped, ...explained } = explain(source.explanation, formatOf([stem, ...answers, source.explanation]));
  const losses = [
    ...lostOfStem.map((what) => ({ what, line: stem.line })),
    ...weighted.map((answer) => ({ what: 'weight' as const, line: answer.line })),
    ...read.flatMap((answer) => answer.lost.map((what) => ({ what, line: answer.line }))),
    ...dropped,
    ...source.dropped,
  ];
  const sorted = losses.sort((one, other) => one.line - other.line);
  return { line, name, text, answers: markCorrect(shown), ...(image && { image }), ...explained, dropped: sorted };
}

/** An answer in plain text. One that consists only of images has their alternative texts. */
function readAnswer(answer: SourceAnswer, format: TextFormat) {
  const plain = toPlain(answer.text, format);
  const alternative = plain.images.map(({ alt }) => alt).join(' ');
  return { ...answer, source: answer.text, ...plain, text: plain.text || alternative.replace(/\s+/g, ' ').trim() };
}

const countDistinct = (texts: string[]) => new Set(texts).size;

/** The explanation in plain text, and what it loses. */
function explain({ text, format, line }: SourceText, formatOfQuestion: TextFormat): ReturnType<typeof fitExplanation> {
  const plain = findExcess([text]) === undefined ? toPlain(text, format ?? formatOfQuestion) : undefined;
  if (plain === undefined || plain.problem !== undefined) return { dropped: [{ what: 'explanation', line }] };
  const { dropped, ...fitting } = fitExplanation(plain.text, line);
  return { ...fitting, dropped: [...plain.lost.map((what) => ({ what, line })), ...dropped] };
}

/**
 * If an answer has all points, only such answers are correct: the question is a single choice, and the others have a part
 * of the points. Otherwise the correct answers share the points.
 */
function markCorrect(answers: { text: string; fraction: number }[]): { text: string; isCorrect: boolean }[] {
  const isSingle = answers.some(({ fraction }) => fraction >= 100);
  return answers.map(({ text, fraction }) => ({ text, isCorrect: isSingle ? fraction >= 100 : fraction > 0 }));
}

function missingText(lost: Loss['what'][], name: string | null): string {
  if (lost.includes('image')) return 'It consists only of an image: write the question as text';
  return name === null ? 'It has no text' : 'It has a title, but no text after it';
}
