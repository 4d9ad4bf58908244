// Parsers as bad files drive them.
import { fileParser, UnreadableFile } from '#libs/files';

export const url = import.meta.url;

export type Deed = 'end' | 'never end' | 'fill the memory' | 'reject' | 'fail';

export const parse = fileParser((deed: Deed): string => {
  const rows: number[][] = [];
  while (deed === 'never end' || deed === 'fill the memory') {
    if (deed === 'fill the memory') rows.push(Array<number>(10_000_000).fill(1));
  }
  if (deed === 'reject') throw new UnreadableFile('It is an image');
  if (deed === 'fail') throw new TypeError('a bug');
  return 'parsed';
});
