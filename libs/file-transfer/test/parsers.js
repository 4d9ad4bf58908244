// Parsers as bad files drive them. Not TypeScript: their threads load this file.
import { fileParser, UnreadableFile } from '#libs/files';

export const url = import.meta.url;

/** @param {{ bytes: Uint8Array }} file its text is 'end', 'never end', 'fill the memory', 'reject' or 'fail' */
const parseDeed = ({ bytes }) => {
  const deed = new TextDecoder().decode(bytes);
  let chain;
  while (deed === 'never end' || deed === 'fill the memory') {
    if (deed === 'fill the memory') chain = { rest: chain, filling: new Array(20_000).fill(0) };
  }
  if (deed === 'reject') throw new UnreadableFile('It is an image');
  if (deed === 'fail') throw new TypeError('a bug');
  return 'parsed';
};

export const parse = fileParser(parseDeed);
