import { setImmediate } from 'node:timers/promises';
import type { ReadQuestion } from '../read-question.dto.js';
import { beyondLimit, checkQuestion, MAX_QUESTIONS } from '../formats/check-questions.js';
import { UNSUPPORTED } from '../formats/unsupported-questions.js';
import { findLosses } from './find-losses.js';
import { type GiftParse, parseGift } from './parse-gift.js';
import { type GiftSource, splitGift } from './split-gift.js';

/** Maximum length of a question in the file. Texts of full length with every character escaped have 12,000. */
export const MAX_LENGTH = 20_000;

/** Why a quiz cannot have questions of these kinds. */
const MISSING = {
  Description: UNSUPPORTED.description,
  Category: 'It is a category',
  Essay: UNSUPPORTED.essay,
  Short: UNSUPPORTED.shortanswer,
  Numerical: UNSUPPORTED.numerical,
  Matching: UNSUPPORTED.matching,
};

/**
 * Reads questions in GIFT (https://docs.moodle.org/en/GIFT_format): multiple choice with one or several correct answers
 * (weights above 0), and true or false. Beyond 200 questions one more entry says how many were left out.
 * @param text without U+0000
 */
export async function readGift(text: string): Promise<ReadQuestion[]> {
  const sources = splitGift(text);
  const questions: ReadQuestion[] = [];
  for (const source of sources.slice(0, MAX_QUESTIONS)) {
    questions.push(readQuestion(source));
    // Lets the event loop serve other requests.
    await setImmediate();
  }
  return [...questions, ...beyondLimit(sources.map((source) => lineOf(source)))];
}

const lineOf = ({ lines }: GiftSource, index = 0) => lines[index] ?? 0;

function readQuestion(source: GiftSource): ReadQuestion {
  const line = lineOf(source);
  const [prefix = '', raw = ''] = NAME.exec(source.text.slice(0, MAX_LENGTH)) ?? [];
  const name = unescape(raw) || null;
  if (source.text.length > MAX_LENGTH) {
    return { line, name, question: null, problem: `It is longer than ${MAX_LENGTH} characters`, dropped: [] };
  }
  const skipped = prefix.split('\n').length - 1;
  const body = source.text.slice(prefix.length);
  const lineAt = (index: number) => lineOf(source, skipped + index - 1);
  const outcome = judge(parseGift(body), lineAt);
  const losses = outcome.question === null ? [] : findLosses(body);
  const dropped = losses.map(({ what, line: index }) => ({ what, line: lineAt(index) }));
  return { line, name, ...outcome, dropped };
}

/** `::name::` before the question. */
const NAME = /^\s*::((?:\\.|(?!::)[^\\])*)::/su;

const unescape = (text: string) =>
  text
    .replace(/\\([~=#{}:\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** @param lineAt returns the line of the file for a line of the source */
function judge(parse: GiftParse, lineAt: (line: number) => number): Pick<ReadQuestion, 'question' | 'problem'> {
  if (parse.kind === 'error') return { question: null, problem: `Line ${lineAt(parse.line)}: ${parse.message}` };
  if (parse.kind === 'other') return { question: null, problem: MISSING[parse.type] };
  return checkQuestion(parse);
}
