import { textParts } from './text-parts';

/** Parts in short: `code:x`, `formula:x`, with `!` for a block. */
const partsOf = (text: string) =>
  textParts(text).map(({ kind, text: part, block }) => `${kind}${block ? '!' : ''}:${part}`);

describe('textParts', () => {
  it.each([
    ['What is $x^2$ for $x = 3$?', ['plain:What is ', 'formula:x^2', 'plain: for ', 'formula:x = 3', 'plain:?']],
    [String.raw`Is \(a_1\) even?`, ['plain:Is ', 'formula:a_1', 'plain: even?']],
    ['$$\nx\n$$', ['formula!:\nx\n']],
    [String.raw`So \[x = 1\].`, ['plain:So ', 'formula!:x = 1', 'plain:.']],
    [String.raw`$\text{5\$}$`, [String.raw`formula:\text{5\$}`]],
    ['What does `len(x)` return?', ['plain:What does ', 'code:len(x)', 'plain: return?']],
    ['Read:\n```python\nif a:\n  b()\n```\nWhat is b?', ['plain:Read:\n', 'code!:if a:\n  b()', 'plain:\nWhat is b?']],
    ['`$x$` is code', ['code:$x$', 'plain: is code']],
  ])('%j has parts', (text, parts) => expect(partsOf(text)).toEqual(parts));

  it.each([
    '',
    'Paris',
    'It costs $5 or $10.',
    'Pay 5$ or 10 $ today.',
    'What is $a + $b, and "$HOME/$USER"?',
    String.raw`A price of \$5 and \$6`,
    'echo $x\necho $y',
    'one ` alone',
    String.raw`\( is open`,
  ])('%j is plain', (text) => expect(partsOf(text)).toEqual(text === '' ? [] : [`plain:${text}`]));

  it('joined again, the sources are the text', () => {
    const text = 'Read:\n```js\nx\n```\n$$y$$ and `z` cost $5, $w$.';
    expect(
      textParts(text)
        .map(({ source }) => source)
        .join(''),
    ).toBe(text);
  });

  it('takes little time for a long text with many openings', () => {
    const begin = process.cpuUsage();
    for (const opening of ['$', '`', '\\(', '\\[', '$$', '```\n', '$a ']) textParts(opening.repeat(5_000));
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
  });
});
