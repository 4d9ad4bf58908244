import { type ImageParts, part } from './image-parts.js';

/** The second bytes of markers. */
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APPLICATION_0 = 0xe0;
const APPLICATION_1 = 0xe1;
const APPLICATION_2 = 0xe2;
const APPLICATION_14 = 0xee;

/** Segments without metadata, besides frames: tables, scans, numbers of lines, and intervals of restarts. */
const KEPT = new Set([0xc4, 0xcc, START_OF_SCAN, 0xdb, 0xdc, 0xdd]);

const EXIF = 'Exif\0\0';

/**
 * Keeps the segments that show, and of Exif only the orientation. See https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B.
 * @throws RangeError
 */
export function cleanJpeg(file: Buffer): ImageParts {
  const parts: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let exif: Buffer | undefined;
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
    if (marker === APPLICATION_1 && hasName(segment, EXIF)) exif ??= segment;
    if (isFrame(marker)) {
      // Browsers show the first one.
      if (size !== undefined) throw new RangeError('There are two frames');
      size = { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5) };
    }
    hasScan ||= marker === START_OF_SCAN;
    const end = marker === START_OF_SCAN ? endOfScan(file, segmentEnd) : segmentEnd;
    if (isFrame(marker) || KEPT.has(marker)) parts.push(part(file, at, end));
    else parts.push(...cleanApplication(marker, segment));
    at = end;
  }
  if (!hasScan || size === undefined) throw new RangeError('There is no image');
  const orientation = exif && orientationOf(exif);
  const rotation = orientation === undefined ? [] : [exifOf(orientation)];
  return { parts: [file.subarray(0, 2), ...rotation, ...parts, Buffer.of(0xff, END_OF_IMAGE)], ...size };
}

/** Start of frame: 0xc0 to 0xcf, but for the tables 0xc4 and 0xcc, and 0xc8. */
const isFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);

const hasName = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name;

/** What changes how the image shows: the density of pixels, without a thumbnail, the colour profile, and Adobe's colours. */
function cleanApplication(marker: number, segment: Buffer): Buffer[] {
  if (marker === APPLICATION_0 && hasName(segment, 'JFIF\0'))
    return [Buffer.concat([Buffer.of(0xff, marker, 0, 16), part(segment, 4, 16), Buffer.of(0, 0)])];
  if (marker === APPLICATION_2 && hasName(segment, 'ICC_PROFILE\0')) return [segment];
  if (marker === APPLICATION_14 && hasName(segment, 'Adobe'))
    return [Buffer.concat([Buffer.of(0xff, marker, 0, 14), part(segment, 4, 16)])];
  return [];
}

/** Markers of restarts. */
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
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const end = directory + 2 + 12 * short(directory);
    for (let entry = directory + 2; entry < end; entry += 12) {
      if (short(entry) !== 0x0112) continue;
      const value = short(entry + 8);
      return value >= 2 && value <= 8 ? value : undefined;
    }
    return undefined;
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
