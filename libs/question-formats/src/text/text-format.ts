import { htmlToText, type HtmlText } from './html-text.js';

/** Moodle's formats of texts. Its own one is HTML in which line ends count. Markdown stays as it is. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

export const toPlain = (text: string, format: TextFormat): HtmlText =>
  format === 'html' || format === 'moodle' ? htmlToText(text, format === 'moodle') : { text, lost: [], images: [] };

/** Elements that editors write. Those of whole pages, such as `title`, are more likely to be what a question is about. */
const ELEMENTS = [
  'a abbr acronym address article aside audio b bdi bdo big blockquote caption center cite code dd del details dfn div',
  'dl dt em figcaption figure font h\\d i iframe ins kbd li listing mark math object ol p picture pre q rp rt ruby s',
  'samp section small span strike strong sub summary sup svg table tbody td tfoot th thead time tr tt u ul var video',
].flatMap((line) => line.split(' '));

const TAG = new RegExp(`</(?:${ELEMENTS.join('|')})\\s*>|<(?:br|p)(?:\\s[^<>]*)?/?>|<img\\s`, 'i');

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/** An entity that HTML does not know keeps its semicolon. */
function hasEntity(text: string): boolean {
  const entities = text.match(ENTITY) ?? [];
  return htmlToText(entities.join('')).text.split(';').length <= entities.length;
}

/**
 * The format of a question whose texts have none. Moodle shows them as HTML; in files that never were in Moodle, `<b>` can be
 * an answer. Therefore they are HTML only if they have markup that texts about programming rarely have, and if each text
 * remains, and remains different from the others.
 */
export function guessFormat(texts: string[]): TextFormat {
  if (!texts.some((text) => TAG.test(text) || hasEntity(text))) return 'plain';
  const shown = texts.filter((text) => text !== '').map((text) => htmlToText(text, true));
  // Those with a problem are rejected as HTML.
  const readable = shown.flatMap(({ text, problem }) => (problem === undefined ? [text] : []));
  return readable.includes('') || new Set(readable).size < readable.length ? 'plain' : 'moodle';
}
