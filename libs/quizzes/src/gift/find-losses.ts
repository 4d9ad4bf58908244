import type { QuestionLoss } from '../read-question.dto.js';

/** The syntax of GIFT: braces, feedback, and answers with their weights. Escaped characters are text. */
const MARKS = /\\.|[{}]|####|#|[~=]\s*(?:%([^%]*)%)?/gs;

/** A text up to the next of these marks. */
const TEXT = /(?:\\.|[^~=#{}\\])*/sy;

/**
 * Parts of a GIFT question that a quiz cannot store: feedback, and weights other than 0 and 100 %.
 * @param source one question that can be read, without comments
 * @returns in the order of the source, with lines of the source from 1
 */
export function findLosses(source: string): QuestionLoss[] {
  const losses: QuestionLoss[] = [];
  let isOpen = false;
  let line = 1;
  let counted = 0;
  for (const { 0: mark, 1: weight, index } of source.matchAll(MARKS)) {
    line += countLines(source.slice(counted, index));
    counted = index;
    if (mark === '{' || mark === '}') isOpen = mark === '{';
    if (!isOpen) continue;
    if (mark.startsWith('#') && hasText(source, index + mark.length)) losses.push({ what: 'feedback', line });
    if (weight !== undefined && ![0, 100].includes(Number.parseFloat(weight))) losses.push({ what: 'weight', line });
  }
  return losses;
}

const countLines = (text: string) => text.split('\n').length - 1;

function hasText(source: string, at: number): boolean {
  TEXT.lastIndex = at;
  return TEXT.exec(source)?.[0].trim() !== '';
}
