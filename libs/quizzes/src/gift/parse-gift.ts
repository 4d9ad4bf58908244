// Wraps the parser of gift-pegjs, which is stricter than Moodle and loses spaces, so that it does neither.
import { type GIFTQuestion, type MultipleChoice, parse, SyntaxError, type TrueFalse } from 'gift-pegjs';

/** A parsed question. Texts are as shown, without escapes and without the mark of their format. */
export type GiftParse =
  | { kind: 'choice'; text: string; answers: { text: string; isCorrect: boolean }[] }
  | { kind: 'other'; type: Exclude<GIFTQuestion['type'], 'MC' | 'TF'> }
  | { kind: 'error'; /** Line of the source, from 1. */ line: number; message: string };

/** @param source one question without its name, without comments, blank lines and U+0000 */
export function parseGift(source: string): GiftParse {
  if (source.trim() === '') return { kind: 'other', type: 'Description' };
  try {
    const [question] = parse(prepare(source));
    if (question?.type === 'TF') return { kind: 'choice', text: stemOf(question), answers: truth(question.isTrue) };
    if (question?.type !== 'MC') return { kind: 'other', type: question?.type ?? 'Description' };
    const answers = question.choices.map(({ text, isCorrect, weight }) => ({
      text: restore(text),
      isCorrect: isCorrect || (weight ?? 0) > 0,
    }));
    return { kind: 'choice', text: stemOf(question), answers };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'error', line: error.location.start.line, message: messageOf(error) };
  }
}

const truth = (isTrue: boolean) => [
  { text: 'True', isCorrect: isTrue },
  { text: 'False', isCorrect: !isTrue },
];

/** Escapes, marks, arrows, the beginnings of the parser's own placeholders (`&&058;`), and runs of spaces within a line. */
const TOKENS = /\\[~=#{}:\\n]|[~=#{}:]|->|&(?=&)|[^\S\n]{2,}/g;

/** As in Moodle, a question with a wrong answer is no matching question. */
function hasWrongAnswer(source: string): boolean {
  const [, answers = ''] = source.replace(/\\./gs, '').split('{');
  return answers.split('}', 1)[0]?.includes('~') ?? false;
}

/**
 * Escapes marks where Moodle reads them as text: outside of the braces, and colons in answers. Separates, by
 * U+0000, characters that the parser would join to one character or an arrow.
 */
function prepare(source: string): string {
  const isChoice = hasWrongAnswer(source);
  let isOpen = false;
  let isNumerical = false;
  /** The end of the last mark that is not text. */
  let afterMark = 0;
  const isMark = (character: string) => '{}'.includes(character) || (isOpen && '~=#'.includes(character));
  return source.replace(TOKENS, (token: string, at: number) => {
    if (token.startsWith('\\')) return token;
    if (token === '&') return '&\0';
    if (token === '->') return isChoice ? '-\0>' : token;
    const next = source.charAt(at + token.length);
    if (token.trim() === '') {
      const isInText = at > afterMark && source[at - 1] !== '\n' && next !== '' && next !== '\n' && !isMark(next);
      return isInText ? [...token].join('\0') : token;
    }
    if (token === ':' ? isOpen && isNumerical : isMark(token)) {
      if (token === '{') isNumerical = /^\{\s*#(?!###)/.test(source.slice(at, at + 100));
      if ('{}'.includes(token)) isOpen = token === '{';
      afterMark = at + 1;
      return token;
    }
    return `\\${token}`;
  });
}

/** A text with the answers inside it has a gap there. The parser separates the gap even from a full stop. */
function stemOf({ stem, hasEmbeddedAnswers }: MultipleChoice | TrueFalse): string {
  const text = restore(stem);
  return hasEmbeddedAnswers ? text.replace(/_____ (?=[.,;:!?])/, '_____') : text;
}

const restore = ({ text }: { text: string }) => text.replaceAll('\0', '').trim();

function messageOf({ found, expected }: SyntaxError): string {
  const isWeight = expected.some((one) => one.type === 'other' && one.description.startsWith('a value between'));
  if (isWeight) return 'the weight of an answer must be a number from -100 to 100';
  if (found === null) return 'the closing brace is missing';
  if (found === '{') return 'there is a second opening brace: is a blank line missing between two questions?';
  return `“${found}” is not expected here`;
}
