import { type ImageParts, part } from './image-parts.js';

/** The second bytes of markers. */
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APPLICATION_0 = 0xe0;
const APPLICATION_1 = 0xe1;

/** Application segments that change how the image shows: JFIF without thumbnails, colour profiles, and Adobe's colours. */
const SHOWN = /^\xFF(?:\xE0[^]{2}JFIF\0|\xE2[^]{2}ICC_PROFILE\0|\xEE[^]{2}Adobe)/;

const EXIF = 'Exif\0\0';

/**
 * Keeps the segments that show, and of Exif only the orientation. See https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B.
 * @throws RangeError
 */
export function cleanJpeg(file: Buffer): ImageParts {
  const parts: Buffer[] = [];
  let size = { width: 0, height: 0 };
  let orientation: number | undefined;
  let hasScan = false;
  let at = 2;
  for (;;) {
    // Any number of bytes 0xff may precede a marker.
    while (file.readUInt8(at + 1) === 0xff) at++;
    const marker = file.readUInt8(at + 1);
    if (file.readUInt8(at) !== 0xff || marker < 0xc0 || isWithinScan(marker))
      throw new RangeError('There is no marker');
    if (marker === END_OF_IMAGE) break;
    const segmentEnd = at + 2 + Math.max(2, file.readUInt16BE(at + 2));
    const segment = part(file, at, segmentEnd);
    if (marker === APPLICATION_1) orientation ??= orientationOf(segment);
    if (isFrame(marker)) size = { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5) };
    hasScan ||= marker === START_OF_SCAN;
    const end = marker === START_OF_SCAN ? endOfScan(file, segmentEnd) : segmentEnd;
    if (isShown(marker, segment)) parts.push(part(file, at, end));
    at = end;
  }
  if (!hasScan) throw new RangeError('There is no image');
  const rotation = orientation === undefined ? [] : [exifOf(orientation)];
  return { parts: [file.subarray(0, 2), ...rotation, ...parts, Buffer.of(0xff, END_OF_IMAGE)], ...size };
}

/** Start of frame: 0xc0 to 0xcf, but for the tables 0xc4 and 0xcc, and 0xc8. */
const isFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);

const isShown = (marker: number, segment: Buffer) =>
  marker < APPLICATION_0 || SHOWN.test(segment.toString('latin1', 0, 16));

/** Those of restarts. */
const isWithinScan = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** The place of the marker behind the data of a scan, in which zero or the marker of a restart follows 0xff. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !isWithinScan(next)) return at;
  }
  throw new RangeError('The scan has no end');
}

/** How a photo has to be turned, 2 to 8; undefined if it need not. See https://www.cipa.jp/std/documents/e/DC-008-2012_E.pdf, 4.6. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== EXIF) return undefined;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = Array.from({ length: short(directory) }, (_, index) => directory + 2 + 12 * index);
    const entry = entries.find((at) => short(at) === 0x0112);
    const value = entry === undefined ? 1 : short(entry + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  } catch {
    // Damaged metadata does not matter.
    return undefined;
  }
}

/** A segment of Exif with nothing but the orientation. */
function exifOf(orientation: number): Buffer {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return Buffer.concat([Buffer.of(0xff, APPLICATION_1, 0, 34), Buffer.from(EXIF), Buffer.from(tiff)]);
}
