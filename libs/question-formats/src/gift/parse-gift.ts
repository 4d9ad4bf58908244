import { MAX_ANSWERS, type SourceAnswer, type SourceText } from '../choice-question.js';
import { UNSUPPORTED } from '../unsupported-questions.js';
import type { Loss } from '../question.js';
import { countLines, lineAt, partsOf, protect, toName, toText } from './gift-text.js';

/** What a question is, or why it is none of a quiz. Lines are those of the source, from 1. */
type GiftBody =
  | { kind: 'choice'; stem: SourceText; answers: SourceAnswer[]; explanation: SourceText; feedback: Loss[] }
  | { kind: 'other'; problem: string }
  | { kind: 'error'; problem: string; line: number };

export type GiftParse = GiftBody & { name: string | null };

/**
 * Reads a question as Moodle does: the answers are in the first braces, `~` and `=` begin one, `#` ends its text, and the
 * marks in the braces decide which type of question it is. Marks outside of the braces are text.
 * @param source without comments and U+0000
 */
export function parseGift(source: string): GiftParse {
  const text = protect(source);
  const start = text.length - text.trimStart().length;
  const end = text.startsWith('::', start) ? text.indexOf('::', start + 2) : -1;
  if (end === -1) return { name: null, ...parseBody(text, 0) };
  return { name: toName(text.slice(start + 2, end)), ...parseBody(text, end + 2) };
}

function parseBody(text: string, start: number): GiftBody {
  const open = text.indexOf('{', start);
  const close = text.indexOf('}', start);
  const error = (at: number, problem: string): GiftBody => ({ kind: 'error', problem, line: lineAt(text, at) });
  if (open === -1 && close === -1) return { kind: 'other', problem: withoutBraces(text.slice(start)) };
  if (open === -1 || (close !== -1 && close < open)) return error(close, 'the opening brace is missing');
  const second = text.indexOf('{', open + 1);
  if (second !== -1) {
    return error(second, 'there is a second opening brace: is a blank line missing between two questions?');
  }
  if (close === -1) return error(text.length, 'the closing brace is missing');
  const surplus = text.indexOf('}', close + 1);
  if (surplus !== -1) return error(surplus, 'there is a second closing brace');
  const after = text.slice(close + 1);
  // Answers inside the text are a gap in it.
  const stem = text.slice(start, open) + (after.trim() === '' ? '' : `_____${after}`);
  return parseAnswers(toText(stem, lineAt(text, start)), text.slice(open + 1, close), lineAt(text, open));
}

const withoutBraces = (text: string) =>
  /(?:^|\s)~|^[ \t]*=/m.test(text)
    ? 'The braces around the answers are missing: write {=right ~wrong}'
    : UNSUPPORTED.description;

/** @param line in which the content of the braces begins */
function parseAnswers(stem: SourceText, content: string, line: number): GiftBody {
  const general = content.lastIndexOf('####');
  const answers = general === -1 ? content : content.slice(0, general);
  const explanation = toText(general === -1 ? '' : content.slice(general + 4), line + countLines(answers));
  const trimmed = answers.trim();
  if (trimmed === '') return { kind: 'other', problem: UNSUPPORTED.essay };
  if (trimmed.startsWith('#')) return { kind: 'other', problem: UNSUPPORTED.numerical };
  if (trimmed.includes('~')) return parseChoice(stem, answers, explanation, line);
  if (trimmed.includes('=') && trimmed.includes('->')) return { kind: 'other', problem: UNSUPPORTED.matching };
  const [word, ...comments] = partsOf(answers, /#/, line, 3);
  const truth = /^(?:(T|TRUE)|F|FALSE)$/i.exec(word?.text.trim() ?? '');
  if (truth === null) return { kind: 'other', problem: UNSUPPORTED.shortanswer };
  const feedback = comments.flatMap((comment) => feedbackIn(comment.text, comment.line));
  return { kind: 'choice', stem, answers: trueOrFalse(truth[1] !== undefined, line), explanation, feedback };
}

/** The answers of a question that is true or false. */
const trueOrFalse = (isTrue: boolean, line: number): SourceAnswer[] => [
  { text: 'True', format: 'plain', line, fraction: isTrue ? 100 : 0 },
  { text: 'False', format: 'plain', line, fraction: isTrue ? 0 : 100 },
];

function parseChoice(stem: SourceText, content: string, explanation: SourceText, line: number): GiftBody {
  const answers: SourceAnswer[] = [];
  const feedback: Loss[] = [];
  for (const part of partsOf(content, /(?=[~=])/, line, MAX_ANSWERS + 1)) {
    const hash = part.text.indexOf('#');
    const shown = hash === -1 ? part.text : part.text.slice(0, hash);
    const [, mark, weight, text = ''] = ANSWER.exec(shown) ?? [];
    const fraction = mark === '=' ? 100 : Number(weight ?? 0);
    if (mark === '=' && weight !== undefined) return { kind: 'error', problem: TWO_WEIGHTS, line: part.line };
    if (!(Math.abs(fraction) <= 100)) {
      return { kind: 'error', problem: 'the weight of an answer must be a number from -100 to 100', line: part.line };
    }
    answers.push({ ...toText(text, part.line), fraction });
    if (hash !== -1) feedback.push(...feedbackIn(part.text.slice(hash + 1), part.line + countLines(shown)));
  }
  return { kind: 'choice', stem, answers, explanation, feedback };
}

/** Moodle takes this weight for a part of the text. */
const TWO_WEIGHTS =
  '“=” gives all points, so no weight can follow it. Remove one of them, or write “=[plain]%50%” if the text begins so';

/** A mark, a weight if a text follows it, and the text. As in Moodle, other percent signs belong to the text. */
const ANSWER = /^([~=]?)(?:\s*%(-*\d{1,2}\.?\d*)%(?=\s*\S))?(.*)$/s;

const feedbackIn = (text: string, line: number): Loss[] => (text.trim() === '' ? [] : [{ what: 'feedback', line }]);
