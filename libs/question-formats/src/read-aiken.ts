import { fitExplanation, type ParsedQuestion } from './parsed-question.js';
import type { Loss } from './question.js';
import { UNSUPPORTED } from './unsupported-questions.js';

/** A question as far as it was read. Lines count from 1. */
interface Block {
  line: number;
  texts: string[];
  /** Lines of the answers with the labels A, B, C … */
  answers: string[][];
  /** Further lines of its text and its answers. */
  joined: number[];
  /** Whether its text may be the explanation of the question before. */
  mayExplain: boolean;
  problem?: string;
}

/** Wrapped lines of an answer do not begin like this. */
const LABEL = /^[([]?\p{L}(?:\s?[)\]]|\s?:(?!\/\/)|\.)/u;

/** Other marks of lists. A number with one can also begin a question. */
const MARK = /^(?:[([]?\d{1,2}[)\].:]|\p{L}\s?[-–—>=]|[-–—*•·])\s/u;

/** A line that says what it is, such as `Points: 2`. */
const FIELD = /^\p{L}[\p{L} ]{0,20}:(?!\/\/)/u;

const EXPLANATION = /^(?:explanation|feedback|rationale|reason)\s*:/i;

/**
 * Reads questions in Aiken (https://docs.moodle.org/en/Aiken_format). It joins the lines of a text and of an answer, where
 * Moodle keeps one of them, and reports them. `ANSWER:` may name several letters. If it is not clear which lines are the
 * answers, the question is rejected.
 */
export function readAiken(source: string): ParsedQuestion[] {
  const parsed: ParsedQuestion[] = [];
  let block: Block | undefined;
  let isAfterBlank = true;
  const end = () => {
    if (block?.mayExplain === true && block.answers.length === 0) explain(parsed.at(-1), block);
    else if (block !== undefined) parsed.push(unanswered(block));
    block = undefined;
  };
  for (const [index, raw] of source.split(/\r\n?|\n/).entries()) {
    const text = raw.trim();
    const line = index + 1;
    const key = /^ANSWER:(.*)$/i.exec(text)?.[1];
    if (text !== '' && isAfterBlank && block !== undefined && isOver(block, text, key)) end();
    if (key !== undefined) {
      parsed.push(toQuestion(block ?? newBlock(line), key, line));
      block = undefined;
    } else if (text !== '') {
      block ??= newBlock(line, !isAfterBlank || (EXPLANATION.test(text) && parsed.length > 0));
      add(text, block, line);
    }
    isAfterBlank = text === '';
  }
  end();
  return parsed;
}

const newBlock = (line: number, mayExplain = false): Block => ({
  line,
  mayExplain,
  texts: [],
  answers: [],
  joined: [],
});

/** The answer in a line, if it has the label that comes next. A space behind the label is not needed. */
function answerIn(text: string, { answers }: Block): string | undefined {
  const [, letter, answer] = /^([A-Z])[).](.*)$/.exec(text) ?? [];
  return letter === letterOf(answers.length) ? answer?.trim() : undefined;
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

/** Whether a line after a blank one does not belong to the block. */
function isOver(block: Block, text: string, key: string | undefined): boolean {
  if (answerIn(text, block) !== undefined) return false;
  if (block.answers.length === 0) return block.mayExplain || key === undefined;
  return key === undefined && !LABEL.test(text);
}

function add(text: string, block: Block, line: number): void {
  const { texts, answers, joined } = block;
  const answer = answerIn(text, block);
  if (answer !== undefined) {
    answers.push([answer]);
  } else if (answers.length === 0) {
    if (texts.push(text) > 1) joined.push(line);
  } else if (LABEL.test(text) || MARK.test(text) || isNextLetter(text, answers)) {
    block.problem ??= `Line ${line}: the answers must have the letters A, B, C … in this order`;
  } else if (FIELD.test(text)) {
    block.problem ??= `Line ${line}: only answers can stand before the line “ANSWER:”`;
  } else {
    answers.at(-1)?.push(text);
    joined.push(line);
  }
}

/** Whether the first word of a line, behind any marks, is the letter of the next answer. A label alone has its text there. */
const isNextLetter = (text: string, answers: string[][]) =>
  answers.at(-1)?.at(-1) !== '' &&
  /^[^\p{L}\p{N}]*(\p{L})(?![\p{L}\p{N}'’])/u.exec(text)?.[1]?.toUpperCase() === letterOf(answers.length);

const unanswered = ({ line, answers }: Block): ParsedQuestion => ({
  line,
  problem: answers.length === 0 ? UNSUPPORTED.description : 'The line “ANSWER:” is missing',
});

/** Adds lines to the explanation of a question that was read. */
function explain(question: ParsedQuestion | undefined, { line, texts }: Block): void {
  if (question === undefined || 'problem' in question) return;
  const { explanation = [], dropped: losses } = question;
  const { dropped, ...fitting } = fitExplanation([explanation, texts].flat().join('\n'), line);
  Object.assign(question, fitting);
  losses?.push(...dropped);
}

/** @param key the letters behind `ANSWER:` @param keyLine their line */
function toQuestion(block: Block, key: string, keyLine: number): ParsedQuestion {
  const { line, texts, answers, joined, mayExplain, problem } = block;
  const letters = key
    .trim()
    .replace(/[).]$/, '')
    .toUpperCase()
    .split(/[\s,;&]+/)
    .filter((word) => word !== '' && word !== 'AND');
  const unknown = letters.find((letter) => !answers.some((_, index) => letterOf(index) === letter));
  const reject = (reason: string): ParsedQuestion => ({ line, problem: reason });
  if (problem !== undefined) return reject(problem);
  if (answers.length === 0) return reject('Its answers are missing: each has a line such as “A) Paris”');
  if (texts.length === 0) return reject('It has no text');
  if (mayExplain && (texts.length > 1 || EXPLANATION.test(texts[0] ?? ''))) {
    return reject('A blank line is missing before it: which line is its first one?');
  }
  if (letters.length === 0) return reject(`Line ${keyLine}: “ANSWER:” needs a letter, or several such as A, C`);
  if (unknown !== undefined) return reject(`Line ${keyLine}: there is no answer with the letter “${unknown}”`);
  return {
    line,
    text: texts.join('\n'),
    answers: answers.map((lines, index) => ({
      text: lines.join(' ').trim(),
      isCorrect: letters.includes(letterOf(index)),
    })),
    dropped: joined.map((further): Loss => ({ what: 'lines', line: further })),
  };
}
