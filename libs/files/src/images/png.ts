import { crc32 } from 'node:zlib';
import { type ImageParts, part } from './image-parts.js';

/** Critical chunks, those that change the colours or the size, and those of animations. Others are texts, times and Exif. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '));

/** The end of the signature, and the length and the type of the first chunk. */
const HEAD = '\x1A\n\0\0\0\x0DIHDR';

/** Keeps the chunks that show. See https://www.w3.org/TR/png-3/#5DataRep. @throws RangeError */
export function cleanPng(file: Buffer): ImageParts {
  const parts = [file.subarray(0, 8)];
  const types = new Set<string>();
  for (let at = 8; !types.has('IEND');) {
    const end = at + 12 + file.readUInt32BE(at);
    const chunk = part(file, at, end);
    const type = chunk.toString('latin1', 4, 8);
    if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) throw new RangeError('Wrong checksum');
    if (KEPT.has(type)) parts.push(chunk);
    types.add(type);
    at = end;
  }
  if (file.toString('latin1', 6, 16) !== HEAD || !types.has('IDAT')) throw new RangeError('There is no image');
  return { parts, width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
