// Names common mistakes in JSON. The messages of `JSON.parse` differ between versions of Node.js.

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const ENDS = new Set([code(']'), code('}')]);
const WHITE_SPACE = new Set([code(' '), code('\t'), code('\n'), code('\r')]);

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * @param json UTF-8 that `JSON.parse` rejects
 * @returns what is wrong and where, such as `trailing comma at position 7 (line 1, column 8)`; undefined if it is another mistake
 */
export function jsonProblem(json: Buffer): string | undefined {
  if (json.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return 'byte order mark at position 0';
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

/** The offsets of the commas before the ends of objects and lists. */
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
  return found;
}
