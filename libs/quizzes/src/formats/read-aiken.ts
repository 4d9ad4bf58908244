import type { ParsedQuestion } from './parsed-question.js';

interface Block {
  line: number;
  texts: string[];
  choices: { letter: string; text: string }[];
}

/**
 * Reads questions in Aiken (https://docs.moodle.org/en/Aiken_format). Where Moodle keeps only the last line of a
 * question, or ignores a question without `ANSWER:`, this keeps all lines and reports the question.
 */
export function readAiken(source: string): ParsedQuestion[] {
  const parsed: ParsedQuestion[] = [];
  let block: Block | undefined;
  for (const [index, raw] of source
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const text = raw.trim();
    if (text === '') continue;
    const answer = /^ANSWER:(.*)$/i.exec(text);
    const choice = /^([A-Z])[).](?:\s+(.*))?$/.exec(text);
    if (answer === null && choice === null && block !== undefined && block.choices.length > 0) {
      parsed.push(unanswered(block));
      block = undefined;
    }
    block ??= { line: index + 1, texts: [], choices: [] };
    if (answer !== null) {
      parsed.push(toQuestion(block, answer[1]?.trim() ?? '', index + 1));
      block = undefined;
    } else if (choice !== null) {
      block.choices.push({ letter: choice[1] ?? '', text: choice[2] ?? '' });
    } else {
      block.texts.push(text);
    }
  }
  if (block !== undefined) parsed.push(unanswered(block));
  return parsed;
}

const unanswered = ({ line }: Block): ParsedQuestion => ({ line, problem: 'The line “ANSWER:” is missing' });

function toQuestion({ line, texts, choices }: Block, answer: string, answerLine: number): ParsedQuestion {
  const letter = answer.toUpperCase();
  if (!/^[A-Z]$/.test(letter)) return { line, problem: `Line ${answerLine}: “ANSWER:” needs one letter` };
  if (choices.filter((choice) => choice.letter === letter).length !== 1) {
    return { line, problem: `Line ${answerLine}: exactly one answer must have the letter ${letter}` };
  }
  return {
    line,
    text: texts.join('\n'),
    answers: choices.map((choice) => ({ text: choice.text, isCorrect: choice.letter === letter })),
  };
}
