// Parsers as bad files drive them.
import { fileParser, UnreadableFile } from '#libs/files';

export const url = import.meta.url;

export type Deed = 'end' | 'never end' | 'fill the memory' | 'reject' | 'fail';

interface Chain {
  rest: Chain | undefined;
}

export const parse = fileParser((deed: Deed): string => {
  let chain: Chain | undefined;
  while (deed === 'never end' || deed === 'fill the memory') {
    if (deed === 'fill the memory') chain = { rest: chain };
  }
  if (deed === 'reject') throw new UnreadableFile('It is an image');
  if (deed === 'fail') throw new TypeError('a bug');
  return 'parsed';
});
