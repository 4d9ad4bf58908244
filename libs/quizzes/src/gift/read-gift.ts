import { MAX_QUESTIONS, type ParsedQuestion } from '../formats/parsed-question.js';
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
export function readGift(text: string): ParsedQuestion[] {
  // Those beyond the limit are only counted.
  return splitGift(text).map((source, index) =>
    index < MAX_QUESTIONS ? readQuestion(source) : { line: lineOf(source), problem: '' },
  );
}

const lineOf = ({ lines }: GiftSource, index = 0) => lines[index] ?? 0;

function readQuestion(source: GiftSource): ParsedQuestion {
  const line = lineOf(source);
  const [prefix = '', raw = ''] = NAME.exec(source.text.slice(0, MAX_LENGTH)) ?? [];
  const name = unescape(raw) || null;
  if (source.text.length > MAX_LENGTH) {
    return { line, name, problem: `It is longer than ${MAX_LENGTH} characters` };
  }
  const skipped = prefix.split('\n').length - 1;
  const body = source.text.slice(prefix.length);
  const lineAt = (index: number) => lineOf(source, skipped + index - 1);
  const parsed = parseGift(body);
  if (parsed.kind !== 'choice') return { line, name, problem: problemOf(parsed, lineAt) };
  const dropped = findLosses(body).map(({ what, line: index }) => ({ what, line: lineAt(index) }));
  return { line, name, text: parsed.text, answers: parsed.answers, dropped };
}

/** `::name::` before the question. */
const NAME = /^\s*::((?:\\.|(?!::)[^\\])*)::/su;

const unescape = (text: string) =>
  text
    .replace(/\\([~=#{}:\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** @param lineAt returns the line of the file for a line of the source */
function problemOf(parse: Exclude<GiftParse, { kind: 'choice' }>, lineAt: (line: number) => number): string {
  return parse.kind === 'error' ? `Line ${lineAt(parse.line)}: ${parse.message}` : MISSING[parse.type];
}
