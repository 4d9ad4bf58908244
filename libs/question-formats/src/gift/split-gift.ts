/** The source of a question in a GIFT file. */
export interface GiftSource {
  /** Without comments and blank lines. */
  text: string;
  /** Numbers of its lines in the file, from 1. */
  lines: number[];
}

/**
 * Splits a GIFT file into its questions, without the lines of categories. Blank lines end a question, except between an
 * opening brace and its closing one. If the next brace opens again, the closing one is missing, and only that question is
 * affected.
 */
export function splitGift(file: string): GiftSource[] {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const braces = lines.map((line) => (isComment(line) ? '' : bracesOf(line)));
  const nextBraces = nextOf(braces);
  const questions: GiftSource[] = [];
  let current: string[] = [];
  let numbers: number[] = [];
  let isOpen = false;
  const end = () => {
    if (current.length > 0) questions.push({ text: current.join('\n'), lines: numbers });
    [current, numbers, isOpen] = [[], [], false];
  };
  lines.forEach((line, index) => {
    if (isComment(line)) return;
    if (line.trim() === '') {
      if (!isOpen || nextBraces[index] !== '}') end();
    } else if (!isOpen && line.trimStart().startsWith('$CATEGORY:')) {
      end();
    } else {
      current.push(line);
      numbers.push(index + 1);
      isOpen = (braces[index]?.at(-1) ?? (isOpen ? '{' : '}')) === '{';
    }
  });
  end();
  return questions;
}

const bracesOf = (line: string) => (/[{}]/.test(line) ? line.replace(/\\.|[^{}]/gsu, '') : '');

const isComment = (line: string) => line.trimStart().startsWith('//');

/** The first brace at or after each line; undefined if there is none. */
function nextOf(braces: string[]): (string | undefined)[] {
  const next = new Array<string | undefined>(braces.length);
  let first: string | undefined;
  for (let index = braces.length - 1; index >= 0; index--) next[index] = first = braces[index]?.at(0) ?? first;
  return next;
}
