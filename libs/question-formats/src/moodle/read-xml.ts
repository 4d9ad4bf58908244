import { SaxesParser } from 'saxes';

export interface XmlElement {
  name: string;
  /** Line in which it begins, from 1. */
  line: number;
  attributes: Record<string, string>;
  /** Its own text, without that of its children. */
  text: string;
  children: XmlElement[];
}

export interface XmlItems {
  /** The children of the root. */
  items: XmlElement[];
  /** Why the document was not read to its end, and the item that has the error, as far as it was read. */
  problem?: { line: number; message: string; element: XmlElement | undefined };
}

/** Files of Moodle have six levels. */
const MAX_DEPTH = 20;

/** XML's own entities. The parser's object would also know names such as `constructor`. */
const ENTITIES: Record<string, string> = Object.assign(Object.create(null) as object, {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  apos: "'",
});

class Problem extends Error {}

/**
 * Reads the children of a document's root, up to the first error. A document type declaration is an error, so that no
 * document defines entities.
 */
export function readXml(source: string, root: string): XmlItems {
  const parser = new SaxesParser({ xmlns: false });
  // As in Moodle, white space may stand before the declaration.
  const start = source.length - source.trimStart().length;
  const linesBefore = source.slice(0, start).split(/\r\n?|\n/).length - 1;
  const line = () => linesBefore + parser.line;
  parser.ENTITIES = ENTITIES;
  const items: XmlElement[] = [];
  const open: XmlElement[] = [];
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('doctype', () => {
    throw new Problem('a document type declaration (<!DOCTYPE) is not allowed');
  });
  parser.on('error', ({ message }) => {
    throw new Problem(`the XML is not well-formed (${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')})`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== root) throw new Problem(`the first element must be <${root}>`);
    if (open.length === MAX_DEPTH) throw new Problem(`elements are nested more than ${MAX_DEPTH} levels deep`);
    const element = { name, line: line(), attributes, text: '', children: [] };
    if (open.length > 1) open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && open.length === 1) items.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(source.slice(start)).close();
    return { items };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [, element] = open;
    // The element that has the error begins before it.
    return { items, problem: { line: element?.line ?? line(), message: `Line ${line()}: ${error.message}`, element } };
  }
}
