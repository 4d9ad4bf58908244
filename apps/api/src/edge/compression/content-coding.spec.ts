import { contentCodingFor } from './content-coding.js';

describe('contentCodingFor', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip,br', 'br'],
    ['deflate', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, *;q=0.8', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.123, gzip;q=0.124', 'gzip'],
    ['br;q=0.0, gzip;q=0.000', undefined],
    ['gzip;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['identity', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    [' gzip\t; q=1.000 ', 'gzip'],
  ])('chooses for %j: %j', (header, coding) => {
    expect(contentCodingFor(header)).toBe(coding);
  });

  it.each([
    ',,,',
    ';;;',
    'gzip;q=',
    'gzip;q=x',
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=0.1234',
    'gzip;q="1"',
    'gzip;level=9',
    'gzip br',
    'gzip\0',
    '\xff',
    'x'.repeat(16_000),
  ])('ignores malformed members: %j', (header) => {
    expect(contentCodingFor(header)).toBeUndefined();
    expect(contentCodingFor(`${header}, gzip;q=0.1`)).toBe('gzip');
  });
});
