import { fitExplanation, type ParsedQuestion } from './parsed-question.js';
import { UNSUPPORTED } from './unsupported-questions.js';

/** A question as far as it was read. Lines count from 1. */
interface Block {
  line: number;
  texts: string[];
  /** Lines of the answers with the labels A, B, C … */
  answers: string[][];
  /** Whether it follows the line `ANSWER:` of another question without a blank line. */
  isDirect: boolean;
  problem?: string;
}

/** Wrapped lines of an answer do not begin like this. */
const LABEL = /^\(?[A-Za-z][).:]/;

/**
 * Reads questions in Aiken (https://docs.moodle.org/en/Aiken_format). It joins the lines of a text and of an answer, where
 * Moodle keeps one of them, and `ANSWER:` may name several letters. If it is not clear which lines are the answers, the
 * question is rejected.
 */
export function readAiken(source: string): ParsedQuestion[] {
  const parsed: ParsedQuestion[] = [];
  let block: Block | undefined;
  let isAfterBlank = true;
  const end = () => {
    if (block !== undefined) parsed.push(unanswered(block));
    block = undefined;
  };
  // The blank line at the end ends an explanation.
  for (const [index, raw] of [...source.split(/\r\n?|\n/), ''].entries()) {
    const text = raw.trim();
    const key = /^ANSWER:(.*)$/i.exec(text)?.[1];
    if (text === '' && block?.isDirect === true && block.answers.length === 0) {
      const last = parsed.at(-1);
      if (last !== undefined && 'text' in last) Object.assign(last, fitExplanation(block.texts.join('\n'), block.line));
      block = undefined;
    } else if (key !== undefined) {
      parsed.push(toQuestion(block ?? newBlock(index + 1), key, index + 1));
      block = undefined;
    } else if (text !== '') {
      if (isAfterBlank && block !== undefined && beginsQuestion(text, block)) end();
      block ??= newBlock(index + 1, !isAfterBlank);
      add(text, block, index + 1);
    }
    isAfterBlank = text === '';
  }
  end();
  return parsed;
}

const newBlock = (line: number, isDirect = false): Block => ({ line, texts: [], answers: [], isDirect });

/** The answer in a line, if it has the label that comes next. A space behind the label is not needed. */
function answerIn(text: string, { answers }: Block): string | undefined {
  const [, letter, answer] = /^([A-Z])[).](.*)$/.exec(text) ?? [];
  return letter === letterOf(answers.length) ? answer?.trim() : undefined;
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

/** Whether a line after a blank one belongs to another question. */
const beginsQuestion = (text: string, block: Block) =>
  answerIn(text, block) === undefined && (block.answers.length === 0 || !LABEL.test(text));

function add(text: string, block: Block, line: number): void {
  const { texts, answers } = block;
  const answer = answerIn(text, block);
  if (answer !== undefined) {
    answers.push([answer]);
  } else if (answers.length === 0) {
    texts.push(text);
  } else if (LABEL.test(text)) {
    block.problem ??= `Line ${line}: the answers must have the letters A, B, C … in this order`;
  } else {
    answers.at(-1)?.push(text);
  }
}

const unanswered = ({ line, answers }: Block): ParsedQuestion => ({
  line,
  problem: answers.length === 0 ? UNSUPPORTED.description : 'The line “ANSWER:” is missing',
});

/** @param key the letters behind `ANSWER:` @param keyLine their line */
function toQuestion({ line, texts, answers, isDirect, problem }: Block, key: string, keyLine: number): ParsedQuestion {
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
  if (isDirect && texts.length > 1) return reject('A blank line is missing before it: which line is its first one?');
  if (letters.length === 0) return reject(`Line ${keyLine}: “ANSWER:” needs a letter, or several such as A, C`);
  if (unknown !== undefined) return reject(`Line ${keyLine}: there is no answer with the letter “${unknown}”`);
  return {
    line,
    text: texts.join('\n'),
    answers: answers.map((lines, index) => ({
      text: lines.join(' ').trim(),
      isCorrect: letters.includes(letterOf(index)),
    })),
    dropped: [],
  };
}
