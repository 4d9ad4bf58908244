import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { normalUrl } from './normal-url.js';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isUri = ajv.compile({ type: 'string', format: 'uri' });

it.each([
  ['https://a.b/日本', 'https://a.b/%E6%97%A5%E6%9C%AC'],
  ['https://a.b/"><script>', 'https://a.b/%22%3E%3Cscript%3E'],
  ['HTTPS://EXAMPLE.com:443', 'https://example.com/'],
  ['http://日本.jp/a/../b', 'http://xn--wgv71a.jp/b'],
  ['https://a.b/%zz?%#%#', 'https://a.b/%25zz?%25#%25%23'],
  ['https://a.b/[x]|{y}^`', 'https://a.b/%5Bx%5D%7C%7By%7D%5E%60'],
  ['http://u[:p]@[::1]:8080/[a]', 'http://u%5B:p%5D@[::1]:8080/%5Ba%5D'],
  ['https://a"{b/', 'https://a%22%7Bb/'],
  ['https://a.b/%41%e6', 'https://a.b/%41%e6'],
])('normalUrl makes of %s %s', (text, url) => {
  expect(normalUrl(text)).toBe(url);
  expect(isUri(url)).toBe(true);
});

it.each([
  'http://日本語.jp/',
  `http://${'日'.repeat(63)}.jp/${'日'.repeat(200)}`,
  `http://u%41:${'日'.repeat(99)}@${'a'.repeat(300)}/`,
])('normalUrl takes %s', (text) => expect(normalUrl(text)).toBeDefined());

it.each(['', '/a', 'ftp://a.b/', 'https://', 'https://a.b/a b', 'https:\\\\a.b', 'https://a:99999/', ' https://a.b'])(
  'normalUrl makes nothing of %j',
  (text) => expect(normalUrl(text)).toBeUndefined(),
);

it.each([`http://${'日'.repeat(64)}/`, `https://u@${'日.'.repeat(127)}`, `http://${'%E6%97%A5'.repeat(8)}。jp`])(
  'normalUrl encodes no host beyond the limits of the name system: %s',
  (text) => expect(normalUrl(text)).toBeUndefined(),
);

it('normalUrl returns valid URIs, and is idempotent', () => {
  const rest = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 2 }), fc.constantFrom(...'[]{}|^`"<>%#?@:/.')))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.constantFrom('http://', 'https://', 'https://a.b/', 'https://[::1]', 'https://u:p@a'),
      rest,
      (start, end) => {
        const url = normalUrl(start + end);
        if (url === undefined) return;
        expect([url, isUri(url)]).toEqual([url, true]);
        expect(normalUrl(url)).toBe(url);
      },
    ),
    { numRuns: 1_000 },
  );
});
