import { Parser } from 'htmlparser2';
import type { Loss } from '../question.js';
import { type Script, toScript } from './script-signs.js';

type What = Loss['what'];

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li listing main nav ol p pre section summary table tr ul xmp'
  ).split(' '),
);

/** Elements that a text does not lose: those that only begin a line or carry attributes of the editor. */
const PLAIN = new Set(['html', 'head', 'body', 'p', 'div', 'br', 'span', 'li', 'tr', 'td', 'th', 'tbody', 'thead']);

const LOSSES = new Map<string, What>([
  ...['img', 'svg', 'picture'].map((name) => [name, 'image'] as const),
  ...['audio', 'video', 'iframe', 'object', 'embed'].map((name) => [name, 'media'] as const),
  ['table', 'table'],
  ['a', 'link'],
]);

/** Elements whose content is not shown. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'audio', 'video', 'iframe', 'object', 'svg']);

/** Elements that show white space as it is, but not a line end at their beginning. */
const PREFORMATTED = new Set(['pre', 'listing', 'textarea', 'xmp']);

/** MathML and Word's formulas, also with a prefix as in `m:math`. */
const FORMULA = /^(?:[\w-]+:)?o?math$/;

/** The parser looks through all open elements at each closing tag. */
const MAX_DEPTH = 100;

class Problem extends Error {}

export interface HtmlText {
  text: string;
  /** What the text does not have. */
  lost: What[];
  /** The attributes of its images; empty for those without one. */
  images: { src: string; alt: string }[];
  /** Why a text cannot replace the HTML. */
  problem?: string;
}

interface OpenElement {
  name: string;
  isHidden: boolean;
  /** Whether it shows white space as it is. */
  isPreformatted: boolean;
  script: Script | undefined;
  /** Number of parts before it. */
  start: number;
}

/**
 * The text of HTML as a browser shows it: each block on its own lines, and white space collapsed unless it is preformatted.
 * @param keepsLines whether line ends count outside of preformatted text too
 */
export function htmlToText(html: string, keepsLines = false): HtmlText {
  const parts: string[] = [];
  const lost = new Set<What>();
  const images: HtmlText['images'] = [];
  const open: OpenElement[] = [];
  let isPreBegun = false;
  const separate = ({ name, isPreformatted }: Pick<OpenElement, 'name' | 'isPreformatted'>) => {
    if (BLOCKS.has(name)) parts.push(name === 'br' && isPreformatted ? NEWLINE : '\n');
    if (name === 'td' || name === 'th') parts.push(' ');
  };
  const parser = new Parser({
    onopentag: (name, { style = '', hidden, src = '', alt = '' }) => {
      if (FORMULA.test(name)) throw new Problem('It has a formula (MathML): write it as text');
      if (open.length === MAX_DEPTH) throw new Problem(`Its HTML is nested more than ${MAX_DEPTH} levels deep`);
      const parent = open.at(-1);
      const isInvisible = hidden !== undefined || HIDES.test(style);
      const isShown = parent?.isHidden !== true && !isInvisible;
      const isHidden = !isShown || HIDDEN.has(name);
      const isPreformatted = parent?.isPreformatted === true || PREFORMATTED.has(name) || KEEPS_SPACES.test(style);
      const script = scriptOf(name, style, open);
      if (!isHidden) separate({ name, isPreformatted });
      open.push({ name, isHidden, isPreformatted, script, start: parts.length });
      isPreBegun = PREFORMATTED.has(name);
      const what = isShown ? LOSSES.get(name) : undefined;
      if (what === 'image') images.push({ src, alt });
      if (what !== undefined) lost.add(what);
      else if (!PLAIN.has(name) || isInvisible || CHANGES_LOOK.test(style)) lost.add('formatting');
    },
    ontext: (text) => {
      const { isHidden = false, isPreformatted = false } = open.at(-1) ?? {};
      if (isHidden) return;
      if (isPreformatted) parts.push(protect(isPreBegun ? text.replace(/^\r?\n/, '') : text));
      else parts.push(text.replace(keepsLines ? /[ \t\r\f]+/g : /[ \t\r\n\f]+/g, ' '));
      isPreBegun = false;
    },
    onclosetag: () => {
      const element = open.pop();
      if (element === undefined || element.isHidden) return;
      const { name, script, start } = element;
      // The line end before the closing tag is not shown.
      if (PREFORMATTED.has(name)) parts.push((parts.pop() ?? '').replace(LAST_NEWLINE, ''));
      if (script !== undefined) parts.push(toScript(script, parts.splice(start).join('')));
      if (name !== 'br') separate(element);
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text: '', lost: [], images: [], problem: error.message };
  }
  const lines = parts.join('').replace(/ +/g, ' ').split('\n');
  const shown = lines.filter((line) => line.trim() !== '').map((line) => line.replace(COLLAPSED, '').trimEnd());
  return { text: restore(shown.join('\n').replaceAll('\u00A0', ' ')), lost: [...lost], images };
}

/** What a browser does not show at the beginning of a line. Other white space, such as `&nbsp;`, is its indentation. */
const COLLAPSED = /^[ \uFEFF]+/;

/** Whether an element is a superscript or subscript, by its name or, outside of others, by its style. */
function scriptOf(name: string, style: string, open: OpenElement[]): Script | undefined {
  if (name === 'sup' || name === 'sub') return name;
  const [, kind] = /vertical-align\s*:\s*(sup|sub)/i.exec(style) ?? [];
  if (kind === undefined || open.some(({ script }) => script !== undefined)) return undefined;
  return kind.toLowerCase() as Script;
}

/** Replaces white space by its code after U+0000, which no text has, so that it is not collapsed. */
const protect = (text: string) => text.replace(/\s/g, (space) => `\0${space.charCodeAt(0)};`);

const restore = (text: string) => text.replace(/\0(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

const NEWLINE = protect('\n');

const LAST_NEWLINE = new RegExp(`(?:${protect('\r')})?${NEWLINE}$`);

/** Indentation counts if it is not zero. Editors write alignments to every paragraph. */
const CHANGES_LOOK =
  /color|font|decoration|background|vertical-align|(?:text-indent|(?:margin|padding)-(?:left|inline-start))\s*:[^;]{0,20}[1-9]/i;

const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Chrome copies texts with the style `white-space-collapse`. */
const KEEPS_SPACES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)/i;
