import { findExcess, toChoiceQuestion } from '../choice-question.js';
import { MAX_QUESTIONS, type ParsedQuestion } from '../parsed-question.js';
import { parseGift } from './parse-gift.js';
import { type GiftSource, splitGift } from './split-gift.js';

/**
 * Reads questions in GIFT (https://docs.moodle.org/en/GIFT_format): multiple choice with one or several correct answers,
 * and true or false. Beyond 200 questions one more entry says how many were left out.
 * @param text without U+0000
 */
export function readGift(text: string): ParsedQuestion[] {
  // Those beyond the limit are only counted.
  return splitGift(text).map((source, index) =>
    index < MAX_QUESTIONS ? toQuestion(source) : { line: source.lines[0] ?? 0, problem: '' },
  );
}

function toQuestion({ text, lines }: GiftSource): ParsedQuestion {
  const line = lines[0] ?? 0;
  const excess = findExcess([text]);
  if (excess !== undefined) return { line, problem: excess };
  const parse = parseGift(text);
  const { name } = parse;
  const lineOf = (index: number) => lines[index - 1] ?? 0;
  if (parse.kind === 'other') return { line, name, problem: parse.problem };
  if (parse.kind === 'error') return { line, name, problem: `Line ${lineOf(parse.line)}: ${parse.problem}` };
  const inFile = <Part extends { line: number }>(part: Part) => ({ ...part, line: lineOf(part.line) });
  return toChoiceQuestion({
    line,
    name,
    stem: inFile(parse.stem),
    answers: parse.answers.map(inFile),
    explanation: inFile(parse.explanation),
    dropped: parse.feedback.map(inFile),
  });
}
