import { htmlToText, type HtmlText } from './html-text.js';

/** Moodle's formats of texts. Its own one is HTML in which line ends count. Markdown stays as it is. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

export const toPlain = (text: string, format: TextFormat): HtmlText =>
  format === 'html' || format === 'moodle' ? htmlToText(text, format === 'moodle') : { text, lost: [], images: [] };

/** Markup that texts about programming rarely have. */
const MARKUP =
  /<\/(?:p|b|i|u|em|strong|sub|sup|span|div|li|pre|code|td|a|h\d)>|<(?:br|p)\s*\/?>|&(?:nbsp|lt|gt|amp|#\d+);/i;

/**
 * The format of a question whose texts have none. Moodle shows them as HTML; in files that never were in Moodle, `<b>` can be
 * an answer. Therefore they are HTML only if each text remains, and remains different from the others.
 */
export function guessFormat(texts: string[]): TextFormat {
  if (!texts.some((text) => MARKUP.test(text))) return 'plain';
  const shown = texts.filter((text) => text !== '').map((text) => htmlToText(text, true).text);
  return shown.includes('') || new Set(shown).size < shown.length ? 'plain' : 'moodle';
}
