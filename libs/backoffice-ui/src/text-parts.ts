/** A part of a user's text: plain, code, or a formula in LaTeX. */
export interface TextPart {
  kind: 'plain' | 'code' | 'formula';
  text: string;
  /** As the user wrote it, with its delimiters. */
  source: string;
  /** On lines of its own. */
  block: boolean;
  /** The text in pieces, if some of them are marked. A formula is one. */
  pieces?: { text: string; isMarked: boolean }[];
}

/**
 * Code in backticks, as in Markdown, and formulas as Moodle and Pandoc delimit them (https://pandoc.org/MANUAL.html#math). A dollar sign
 * before a space or after one, or beside a letter or digit, is no delimiter: prices and the variables of programs stay as they are.
 */
const PARTS = new RegExp(
  [
    /```[^`\n]*\n(?<fenced>[^]*?)\n?```/,
    /`(?<code>[^`\n]+)`/,
    /\$\$(?<dollars>[^$]+)\$\$/,
    /\\\[(?<brackets>[^]+?)\\\]/,
    /\\\((?<parentheses>[^]+?)\\\)/,
    /(?<![\w\\$])\$(?=\S)(?<dollar>(?:[^$\\\n]|\\[^\n])+)(?<!\s)\$(?![\w$])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The parts of a user's text, in its order. What has no second delimiter is plain. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addPlain = (plain: string) => {
    if (plain !== '') parts.push({ kind: 'plain', text: plain, source: plain, block: false });
  };
  for (const { 0: source, index, groups = {} } of text.matchAll(PARTS)) {
    const { fenced, code, dollars, brackets, parentheses, dollar } = groups;
    addPlain(text.slice(end, index));
    end = index + source.length;
    const codeText = fenced ?? code;
    const blockText = dollars ?? brackets;
    if (codeText !== undefined) parts.push({ kind: 'code', text: codeText, source, block: fenced !== undefined });
    else
      parts.push({
        kind: 'formula',
        text: blockText ?? parentheses ?? dollar ?? '',
        source,
        block: blockText !== undefined,
      });
  }
  addPlain(text.slice(end));
  return parts;
}
