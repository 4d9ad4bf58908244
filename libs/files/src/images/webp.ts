import { type ImageParts, part } from './image-parts.js';

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** The flags of the chunk `VP8X` that announce Exif and XMP. */
const METADATA_FLAGS = 0b1100;

const HEADER_LENGTH = 12;

/** Keeps the chunks that show. See https://www.rfc-editor.org/rfc/rfc9649#section-2. @throws RangeError */
export function cleanWebp(file: Buffer): ImageParts {
  const parts: Buffer[] = [];
  let hasImage = false;
  const fileEnd = 8 + file.readUInt32LE(4);
  for (let at = HEADER_LENGTH; at < fileEnd;) {
    const length = file.readUInt32LE(at + 4);
    // Chunks have even lengths.
    const end = at + 8 + length + (length % 2);
    const type = file.toString('latin1', at, at + 4);
    const chunk = part(file, at, end);
    if (type === 'VP8X') parts.push(withoutMetadata(chunk));
    else if (KEPT.has(type)) parts.push(chunk);
    hasImage ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    at = end;
  }
  if (!hasImage) throw new RangeError('There is no image');
  return { parts: [headerOf(parts), ...parts], ...sizeOf(file.subarray(HEADER_LENGTH)) };
}

function headerOf(chunks: Buffer[]): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP');
  header.writeUInt32LE(4 + chunks.reduce((length, chunk) => length + chunk.length, 0), 4);
  return header;
}

function withoutMetadata(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~METADATA_FLAGS, 8);
  return copy;
}

/** The size of the image is in its first chunk. */
function sizeOf(chunk: Buffer): { width: number; height: number } {
  switch (chunk.toString('latin1', 0, 4)) {
    case 'VP8X':
      return { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
    case 'VP8L': {
      const bits = chunk.readUInt32LE(9);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
    default:
      throw new RangeError('Unknown first chunk');
  }
}
