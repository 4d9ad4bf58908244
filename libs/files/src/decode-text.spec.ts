import { decodeText } from './decode-text.js';

const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1');

describe('decodeText', () => {
  it.each(['Zoë', 'Ĺódź 日 🙂', '\uFEFFZoë'])('decodes UTF-8, without a byte order mark: %j', (text) => {
    expect(decodeText(Buffer.from(text))).toBe(text.replace('\uFEFF', ''));
  });

  it('decodes Windows-1252 if the bytes are not UTF-8', () => {
    expect(decodeText(bytesOf('Zo\xEB O\x92Neill \x80 \x8C \x9F'))).toBe('Zoë O’Neill € Œ Ÿ');
  });

  it('decodes each byte that Windows-1252 defines', () => {
    const defined = Array.from({ length: 128 }, (_, index) => 128 + index).filter(
      (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
    );
    const text = decodeText(Uint8Array.from(defined));
    expect(text.slice(0, 27)).toBe('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
    expect(text.slice(27)).toBe(bytesOf(text.slice(27)).toString('latin1'));
    expect(text).toHaveLength(123);
  });

  it.each(['\x81', '\x8D', '\x8F', '\x90', '\x9D'])('marks what is valid in neither: %j', (undefinedByte) => {
    expect(decodeText(bytesOf(`Zo\xEB ${undefinedByte}`))).toBe('Zo\uFFFD \uFFFD');
  });
});
