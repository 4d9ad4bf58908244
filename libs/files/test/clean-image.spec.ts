import { type CleanImage, cleanImage, MAX_IMAGE_BYTES } from '#libs/files';
import {
  ANIMATED_GIF,
  ANIMATED_WEBP,
  exif,
  JPEG,
  jpegSegment,
  jpegWith,
  png,
  pngChunk,
  WEBP,
  WEBP_WITH_EXIF,
} from '../../../test/support/images.js';

const SECRET = Buffer.from('48.8584 N');

const gifWith = (block: Buffer) => Buffer.concat([ANIMATED_GIF.subarray(0, 19), block, ANIMATED_GIF.subarray(19)]);

/** Announces 65,535 entries. */
const EXIF_OF_MANY_ENTRIES = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xFF\xFF', 'latin1');

/** A chunk at the end of a WebP. */
function webpWith(type: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(SECRET.length);
  const file = Buffer.concat([WEBP, Buffer.from(type), length, SECRET, Buffer.alloc(1)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** An animated WebP with a chunk at the end of its last frame. */
function animatedWebpWith(type: string): Buffer {
  const file = Buffer.concat([ANIMATED_WEBP, webpWith(type).subarray(WEBP.length)]);
  const frame = file.lastIndexOf('ANMF') + 4;
  file.writeUInt32LE(file.length - frame - 4, frame);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** The head of a JFIF, with the pixels of a thumbnail. */
const jfif = (width: number, pixels: Buffer) =>
  jpegSegment(0xe0, Buffer.concat([Buffer.from('JFIF\0'), Buffer.of(1, 1, 0, 0, 1, 0, 1, width, width), pixels]));

const adobe = (rest: Buffer) =>
  jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), Buffer.of(0, 100, 0, 0, 0, 0, 1), rest]));

describe('cleanImage', () => {
  it.each<[string, CleanImage['type'], Buffer]>([
    ['a PNG', 'png', png()],
    ['a PNG with a profile', 'png', png({ chunks: [pngChunk('iCCP', SECRET), pngChunk('tRNS', SECRET)] })],
    ['a JPEG', 'jpeg', JPEG],
    ['a JPEG with a profile', 'jpeg', jpegWith(jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0…')))],
    [
      'a JPEG with restarts',
      'jpeg',
      Buffer.concat([JPEG.subarray(0, -2), Buffer.of(0xff, 0xd0, 1, 0xff, 0, 0xff, 0xd9)]),
    ],
    ['a WebP', 'webp', WEBP],
    ['an animated WebP', 'webp', ANIMATED_WEBP],
    ['an animated GIF', 'gif', ANIMATED_GIF],
  ])('leaves %s unchanged', (_, type, file) => {
    const { type: found, bytes } = cleanImage(file);
    expect([found, Buffer.from(bytes).equals(file)]).toEqual([type, true]);
  });

  it.each<[string, Buffer, Buffer]>([
    ['texts of a PNG', png({ chunks: [pngChunk('tEXt', SECRET), pngChunk('eXIf', SECRET)] }), png()],
    ['what follows a PNG', Buffer.concat([png(), SECRET]), png()],
    ['a comment of a JPEG', jpegWith(jpegSegment(0xfe, SECRET)), JPEG],
    [
      'XMP of a JPEG',
      jpegWith(jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/'), SECRET]))),
      JPEG,
    ],
    ['previews of a JPEG', jpegWith(jpegSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), SECRET]))), JPEG],
    ['damaged Exif of a JPEG', jpegWith(jpegSegment(0xe1, Buffer.from('Exif\0\0MM'))), JPEG],
    ['Exif of a JPEG but for its orientation', jpegWith(exif('48.8584 N')), jpegWith(exif(''))],
    ['Exif of other byte orders', jpegWith(exif('48.8584 N', true)), jpegWith(exif(''))],
    ['the thumbnail of a JFIF', jpegWith(jfif(1, SECRET)), jpegWith(jfif(0, Buffer.alloc(0)))],
    ['what follows the colours of Adobe', jpegWith(adobe(SECRET)), jpegWith(adobe(Buffer.alloc(0)))],
    ['segments of a JPEG that no browser reads', jpegWith(jpegSegment(0xc8, SECRET), jpegSegment(0xf3, SECRET)), JPEG],
    ['what follows a JPEG', Buffer.concat([JPEG, SECRET]), JPEG],
    ['XMP of a WebP', webpWith('XMP '), WEBP],
    ['what follows a WebP', Buffer.concat([WEBP, SECRET]), WEBP],
    ['Exif of a frame of a WebP', animatedWebpWith('EXIF'), ANIMATED_WEBP],
    [
      'further blocks of a control of a GIF',
      gifWith(Buffer.concat([Buffer.of(0x21, 0xf9, 4, 0, 0, 0, 0, SECRET.length), SECRET, Buffer.of(0)])),
      ANIMATED_GIF,
    ],
    [
      'a comment of a GIF',
      gifWith(Buffer.concat([Buffer.of(0x21, 0xfe, SECRET.length), SECRET, Buffer.of(0)])),
      ANIMATED_GIF,
    ],
    [
      'XMP of a GIF',
      gifWith(Buffer.concat([Buffer.from('!\xFF\x0BXMP DataXMP\x09', 'latin1'), SECRET, Buffer.of(0)])),
      ANIMATED_GIF,
    ],
    ['what follows a GIF', Buffer.concat([ANIMATED_GIF, SECRET]), ANIMATED_GIF],
  ])('removes %s', (_, file, expected) => {
    const { bytes } = cleanImage(file);
    expect(Buffer.from(bytes).toString('base64')).toBe(expected.toString('base64'));
    expect(cleanImage(bytes).bytes).toEqual(bytes);
  });

  it('removes Exif of a WebP, and what announces it', () => {
    const { bytes } = cleanImage(WEBP_WITH_EXIF);
    expect(Buffer.from(bytes).includes('EXIF')).toBe(false);
    expect([bytes[20], bytes.length, Buffer.from(bytes).readUInt32LE(4) + 8]).toEqual([0, 84, 84]);
  });

  it.each<[string, Buffer]>([
    ['a PNG', png()],
    ['a JPEG', JPEG],
    ['a WebP', WEBP],
    ['an animated WebP', ANIMATED_WEBP],
    ['a GIF', ANIMATED_GIF],
  ])('rejects each part of %s', (_, file) => {
    for (let length = 12; length < file.length; length++) {
      expect(() => cleanImage(file.subarray(0, length))).toThrow('The image is damaged or incomplete');
    }
  });

  it.each<[string, Buffer]>([
    ['a PNG with a wrong checksum', Buffer.concat([png().subarray(0, -1), Buffer.of(1)])],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['a PNG without width', png({ width: 0 })],
    ['a JPEG without a scan', Buffer.of(0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['a JPEG with two frames', jpegWith(jpegSegment(0xc0, Buffer.from([8, 255, 220, 255, 220, 0])))],
    ['a GIF without images', Buffer.concat([ANIMATED_GIF.subarray(0, 38), Buffer.of(0x3b)])],
    ['a WebP without an image', Buffer.from('RIFF\x04\0\0\0WEBP')],
  ])('rejects %s', (_, file) => expect(() => cleanImage(file)).toThrow('The image is damaged or incomplete'));

  it.each<[string, Buffer, string]>([
    [
      'other files',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'The file is not an image in PNG, JPEG, WebP or GIF',
    ],
    ['nothing', Buffer.alloc(0), 'The file is not an image in PNG, JPEG, WebP or GIF'],
    ['too many bytes', Buffer.alloc(MAX_IMAGE_BYTES + 1), 'The image has more than 2 MB. Save it in a smaller size'],
    ['wide images', png({ width: 10_001 }), 'The image has 10001 × 4 pixels. Save it in a smaller size'],
    [
      'too many pixels',
      png({ width: 8_000, height: 8_000 }),
      'The image has 8000 × 8000 pixels. Save it in a smaller size',
    ],
  ])('rejects %s', (_, file, problem) => expect(() => cleanImage(file)).toThrow(problem));

  it('rejects a GIF with an image beyond its screen', () => {
    const file = Buffer.from(ANIMATED_GIF);
    // The width of its first image.
    file.writeUInt16LE(60_000, 51);
    expect(() => cleanImage(file)).toThrow('The image has 60000 × 4 pixels');
  });

  it.each<[string, Buffer, Buffer]>([
    ['chunks of a PNG', png().subarray(0, 8), pngChunk('IDAT', Buffer.alloc(0))],
    ['segments of a JPEG', JPEG.subarray(0, 2), jpegSegment(0xdb, Buffer.alloc(0))],
    ['Exif of many entries', JPEG.subarray(0, 2), jpegSegment(0xe1, EXIF_OF_MANY_ENTRIES)],
    ['extensions of a GIF', ANIMATED_GIF.subarray(0, 19), Buffer.of(0x21, 0xfe, 0)],
  ])('reads 2 MB of %s without quadratic work', (_, head, unit) => {
    const count = Math.floor((MAX_IMAGE_BYTES - head.length) / unit.length);
    const before = process.cpuUsage();
    expect(() => cleanImage(Buffer.concat([head, ...Array<Buffer>(count).fill(unit)]))).toThrow('damaged');
    const { user, system } = process.cpuUsage(before);
    // Work that is quadratic in the length takes minutes.
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });
});
