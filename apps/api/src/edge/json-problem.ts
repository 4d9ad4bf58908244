// Names common mistakes in JSON. The messages of `JSON.parse` differ between versions of Node.js.

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const ENDS = new Set([code(']'), code('}')]);
const WHITE_SPACE = new Set([code(' '), code('\t'), code('\n'), code('\r')]);

/** How texts in other encodings than plain UTF-8 begin, in hexadecimal digits. */
const BYTE_ORDER_MARKS = [
  { of: '', bytes: 'efbbbf' },
  { of: ' of UTF-16', bytes: 'fffe' },
  { of: ' of UTF-16', bytes: 'feff' },
];

/**
 * @param json what is no JSON in UTF-8
 * @returns what is wrong and where, such as `trailing comma at position 7 (line 1, column 8)`; undefined if it is another mistake
 */
export function jsonProblem(json: Buffer): string | undefined {
  const start = json.toString('hex', 0, 3);
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => start.startsWith(bytes));
  if (mark !== undefined) return `byte order mark${mark.of} at position 0`;
  const [first, ...others] = trailingCommas(json);
  if (first === undefined) return undefined;
  const corrected = Buffer.from(json);
  for (const at of [first, ...others]) corrected[at] = code(' ');
  try {
    JSON.parse(corrected.toString('utf8'));
  } catch {
    return undefined;
  }
  const before = json.toString('utf8', 0, first);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `trailing comma at position ${before.length} (line ${line}, column ${column})`;
}

/** The offsets of the commas before the ends of objects, lists and the text. */
function trailingCommas(json: Buffer): number[] {
  const found: number[] = [];
  let comma: number | undefined;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (WHITE_SPACE.has(byte)) continue;
    if (ENDS.has(byte) && comma !== undefined) found.push(comma);
    comma = byte === COMMA ? at : undefined;
    if (byte === QUOTE) for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
  }
  return comma === undefined ? found : [...found, comma];
}
