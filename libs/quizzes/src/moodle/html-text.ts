import { Parser } from 'htmlparser2';
import type { QuestionLoss } from '../read-question.dto.js';

type What = QuestionLoss['what'];

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** Elements that a text does not lose: those that only begin a line or carry attributes of the editor. */
const PLAIN = new Set(['html', 'head', 'body', 'p', 'div', 'br', 'span', 'li', 'tr', 'td', 'th', 'tbody', 'thead']);

const LOSSES: Partial<Record<string, What>> = {
  ...{ img: 'image', svg: 'image', picture: 'image' },
  ...{ audio: 'media', video: 'media', iframe: 'media', object: 'media', embed: 'media' },
  ...{ table: 'table', a: 'link' },
};

/** Elements whose content is not shown. */
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'audio', 'video', 'iframe', 'object', 'svg']);

/**
 * The text of HTML as a browser shows it: each block on its own lines, spaces collapsed.
 * @returns also what the text does not have
 */
export function htmlToText(html: string): { text: string; lost: What[] } {
  const parts: string[] = [];
  const lost = new Set<What>();
  let hidden = 0;
  const breakAt = (name: string) => {
    if (BLOCKS.has(name)) parts.push('\n');
    if (name === 'td' || name === 'th') parts.push(' ');
  };
  const parser = new Parser({
    onopentag: (name, { style = '' }) => {
      breakAt(name);
      if (HIDDEN.has(name)) hidden += 1;
      const what = LOSSES[name];
      if (what !== undefined) lost.add(what);
      else if (!PLAIN.has(name) || isVisible(style)) lost.add('formatting');
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text.replace(/[ \t\r\n\f]+/g, ' '));
    },
    onclosetag: (name) => {
      breakAt(name);
      if (HIDDEN.has(name)) hidden -= 1;
    },
  });
  parser.end(html);
  const lines = parts.join('').replace(/ +/g, ' ').replaceAll('\u00A0', ' ').split('\n');
  return { text: lines.flatMap((line) => line.trim() || []).join('\n'), lost: [...lost] };
}

/** Editors write alignments to every paragraph. */
const isVisible = (style: string) => /color|font|decoration|background|vertical-align/i.test(style);
