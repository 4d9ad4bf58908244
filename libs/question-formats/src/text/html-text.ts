import { Parser } from 'htmlparser2';
import type { Loss } from '../question.js';
import { toScript } from './script-signs.js';

type What = Loss['what'];

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
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
      if (name === 'math') throw new Problem('It has a formula (MathML): write it as text');
      if (open.length === MAX_DEPTH) throw new Problem(`Its HTML is nested more than ${MAX_DEPTH} levels deep`);
      const parent = open.at(-1);
      const isHidden = parent?.isHidden === true || HIDDEN.has(name) || hidden !== undefined || isInvisible(style);
      const isPreformatted = parent?.isPreformatted === true || name === 'pre' || keepsSpaces(style);
      if (!isHidden) separate({ name, isPreformatted });
      open.push({ name, isHidden, isPreformatted, start: parts.length });
      isPreBegun = name === 'pre';
      const what = LOSSES.get(name);
      if (what === 'image') images.push({ src, alt });
      if (what !== undefined) lost.add(what);
      else if (!PLAIN.has(name) || isVisible(style)) lost.add('formatting');
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
      const { name, start } = element;
      // The line end before the closing tag is not shown.
      if (name === 'pre') parts.push((parts.pop() ?? '').replace(LAST_NEWLINE, ''));
      if (name === 'sup' || name === 'sub') parts.push(toScript(name, parts.splice(start).join('')));
      if (name !== 'br') separate(element);
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text: '', lost: [], images: [], problem: error.message };
  }
  const lines = parts.join('').replace(/ +/g, ' ').replaceAll('\u00A0', ' ').split('\n');
  return { text: restore(lines.flatMap((line) => line.trim() || []).join('\n')), lost: [...lost], images };
}

/** Replaces white space by its code after U+0000, which no text has, so that it is not collapsed. */
const protect = (text: string) => text.replace(/\s/g, (space) => `\0${space.charCodeAt(0)};`);

const restore = (text: string) => text.replace(/\0(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

const NEWLINE = protect('\n');

const LAST_NEWLINE = new RegExp(`(?:${protect('\r')})?${NEWLINE}$`);

/** Editors write alignments to every paragraph. */
const isVisible = (style: string) => /color|font|decoration|background|vertical-align/i.test(style);

const isInvisible = (style: string) => /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);

const keepsSpaces = (style: string) => /white-space\s*:\s*(?:pre|break-spaces)/i.test(style);
