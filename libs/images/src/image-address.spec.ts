import { imageAt, imageUrl, parseImageName, toImageName } from './image-address.js';

const hash = Buffer.alloc(32, 0xa1);
const image = { hash, type: 'png' } as const;

describe('addresses of images', () => {
  it('are read back, whatever their origin', () => {
    expect(imageUrl('https://quiz.example.com', image)).toBe(`https://quiz.example.com/images/${'a1'.repeat(32)}.png`);
    expect(imageAt(imageUrl('http://localhost:3000', image))).toEqual(image);
    expect(parseImageName(toImageName(image))).toEqual(image);
  });

  it.each([
    'https://example.com/a.png',
    `https://example.com/other/${toImageName(image)}`,
    `https://example.com/images/${toImageName(image)}?a`,
    `https://example.com/images/${'A1'.repeat(32)}.png`,
    `https://example.com/images/${'a1'.repeat(32)}.svg`,
  ])('%s is none', (url) => expect(imageAt(url)).toBeUndefined());
});
