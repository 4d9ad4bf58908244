/** A question of a GIFT file as it is written there. */
export interface GiftSource {
  /** Without comments and blank lines. */
  text: string;
  /** Numbers of its lines in the file, from 1. */
  lines: number[];
}

/**
 * Cuts a GIFT file into its questions, without the lines of categories. Blank lines end a question, but for those between an
 * opening brace and its closing one; where the next brace opens again, the closing one was forgotten, and only that question is
 * spoilt by it.
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

/** The first brace at or behind each line; undefined where there is none. */
function nextOf(braces: string[]): (string | undefined)[] {
  const next = new Array<string | undefined>(braces.length);
  let first: string | undefined;
  for (let index = braces.length - 1; index >= 0; index--) next[index] = first = braces[index]?.at(0) ?? first;
  return next;
}
