import { looksLikeCode } from './code';

describe('looksLikeCode', () => {
  it.each(['    return 1', '\treturn 1', 'for x in y:\n  print(x)', 'x = 1\nprint(x)', 'x = 1\r\nprint(x)', 'a\n\n b'])(
    '%j is code',
    (text) => expect(looksLikeCode(text)).toBe(true),
  );

  it.each(['', 'Paris', 'Read this.\n\nWhich is right?', 'Trailing space ', 'Last line\n', '   '])(
    '%j is not code',
    (text) => expect(looksLikeCode(text)).toBe(false),
  );
});
