import { htmlToText } from './html-text.js';

describe('htmlToText', () => {
  it.each<[string, string, string, string[]]>([
    ['paragraphs', '<p dir="ltr" style="text-align: left;">a\n b</p>\n\n<p>c<br>d</p>', 'a b\nc\nd', []],
    ['entities', '1 &lt; 2 &amp;&nbsp;3 &eacute; &#x2713; &unknown;', '1 < 2 & 3 é ✓ &unknown;', []],
    ['bare text', ' a  b ', 'a b', []],
    ['nothing', '<p>&nbsp;</p>', '', []],
    ['formatting', '<i>a</i> <b>bold</b>', 'a bold', ['formatting']],
    ['superscripts', '10<sup> -3 </sup>m<sup>2</sup>, 4<sup>th</sup>', '10⁻³m², 4ᵗʰ', ['formatting']],
    ['subscripts', 'CO<sub>2</sub>, x<sub>n+1</sub>', 'CO₂, xₙ₊₁', ['formatting']],
    [
      'superscripts without signs',
      'e<sup>A</sup>, e<sup>1/2</sup>, x<sub>K</sub>',
      'e^(A), e^(1/2), x_(K)',
      ['formatting'],
    ],
    ['superscripts inside others', '2<sup>x<sup>2</sup></sup>, a<sup></sup>', '2^(x²), a', ['formatting']],
    ['long superscripts', `a<sup>${'b'.repeat(50)}</sup>`, `a^(${'b'.repeat(50)})`, ['formatting']],
    ['code', 'a:<pre><code>if b:\n    c()\n\n  d</code></pre>e', 'a:\nif b:\n    c()\n\n  d\ne', ['formatting']],
    ['code with line ends at its ends', '<pre>\n  a\n</pre>', '  a', ['formatting']],
    ['code with <br>', '<pre>a<br><br> b</pre>', 'a\n\n b', ['formatting']],
    ['preformatted text', '<p style="white-space:pre-wrap"> a\u00A0 b&#13;\n</p>', ' a\u00A0 b\r\n', []],
    ['text that is not shown', 'a<p style="display: none">b</p><i hidden>c</i><br>d', 'a\nd', ['formatting']],
    ['an unclosed tag', 'a<sup>2 <b', 'a²', ['formatting']],
    ['coloured text', '<span style="color: red">a</span>', 'a', ['formatting']],
    ['lists', '<ul><li>a</li><li>b</li></ul>', 'a\nb', ['formatting']],
    ['images', '<p>a<img src="@@PLUGINFILE@@/b.png" alt="c">d</p>', 'ad', ['image']],
    ['sound', '<audio controls><source src="a.mp3">no sound</audio>b', 'b', ['media', 'formatting']],
    ['links', '<a href="https://example.com">a</a>', 'a', ['link']],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc', ['table']],
    ['scripts', 'a<script>alert("b")</script><style>p { color: red }</style>', 'a', ['formatting']],
    ['broken HTML', '<p>a <b>c</p> 1 < 2 </i> <p>d', 'a c\n1 < 2\nd', ['formatting']],
    ['unknown elements', '<constructor>a</constructor>', 'a', ['formatting']],
    ['indentation', 'for i:<br>&nbsp;&nbsp;&nbsp; print(i)&nbsp;<br>&emsp;a', 'for i:\n    print(i)\n\u2003a', []],
    ['lines of white space only', '<p> &nbsp;</p>\n<p>\uFEFF a&nbsp; b</p><p>&emsp;</p>', 'a  b', []],
    ['old elements for code', '<xmp>\n a\n  <b></xmp><listing>\n  c</listing>', ' a\n  <b>\n  c', ['formatting']],
    ['code in a field', '<textarea>\n  a\n   &lt;b</textarea>', '  a\n   <b', ['formatting']],
    ['code that Chrome copied', '<p style="white-space-collapse: preserve"> a\n  b</p>', ' a\n  b', []],
    ['paragraphs that are indented', '<p>a</p><p style="margin-left: 30px">b</p>', 'a\nb', ['formatting']],
    ['paragraphs that are not', '<p style="margin-left:0cm; text-indent:0; padding-top: 9px">a</p>', 'a', []],
    ['superscripts by style', 'x<span style="vertical-align: super">2</span>', 'x²', ['formatting']],
    ['subscripts by style', 'x<span style="VERTICAL-ALIGN:sub"><b>2</b></span>', 'x₂', ['formatting']],
    ['superscripts by element and style', 'x<sup><i style="vertical-align:super">A</i></sup>', 'x^(A)', ['formatting']],
    [
      'images that are not shown',
      '<p style="display:none"><img src="a"></p><img hidden src="b">c',
      'c',
      ['formatting'],
    ],
    ['images inside drawings', '<svg><img src="a"></svg>b', 'b', ['image', 'formatting']],
    ['other blocks', '<center>a</center>b<nav>c</nav>', 'a\nb\nc', ['formatting']],
    ['comments', 'a<!-- b -->c', 'ac', []],
  ])('takes the text out of %s', (_, html, text, lost) => expect(htmlToText(html)).toMatchObject({ text, lost }));

  it.each([
    ['<p>a <math><mn>1</mn></math></p>', 'It has a formula (MathML): write it as text'],
    ['a <m:math><m:mn>1</m:mn></m:math>', 'It has a formula (MathML): write it as text'],
    ['a <mml:math>', 'It has a formula (MathML): write it as text'],
    ['a <m:oMath><m:r>1</m:r></m:oMath>', 'It has a formula (MathML): write it as text'],
    ['<b>'.repeat(101), 'Its HTML is nested more than 100 levels deep'],
  ])('says why a text cannot replace %j', (html, problem) => {
    expect(htmlToText(html)).toMatchObject({ text: '', lost: [], problem });
  });

  it('returns the sources and alternative texts of images', () => {
    expect(htmlToText('<img src="a&amp;b" alt="c&lt;"><svg></svg><img>').images).toEqual([
      { src: 'a&b', alt: 'c<' },
      { src: '', alt: '' },
      { src: '', alt: '' },
    ]);
    const hidden = [
      '<p hidden>#</p>',
      '<i style="visibility:hidden">#</i>',
      '<template>#</template>',
      '<object>#</object>',
    ];
    expect(htmlToText(hidden.join('').replaceAll('#', '<img src="a">')).images).toEqual([]);
  });

  it('counts line ends outside of preformatted text too, if they are those of Moodle’s own format', () => {
    expect(htmlToText('a\n b<pre>c\n d</pre>', true).text).toBe('a\nb\nc\n d');
    expect(htmlToText('a\n b').text).toBe('a b');
  });

  const OPEN = ['b', 'sup', 'pre', 'font'].flatMap((name) => Array<string>(24).fill(`<${name}>`)).join('');

  it.each([
    ['', '<b>'],
    ['', '<p>'],
    ['', '<div><img>'],
    ['', '&amp;'],
    ['', '&'],
    ['', '<'],
    ['', ' '],
    ['', '<b> '],
    ['', '\n'],
    ['<pre>', ' \n'],
    [OPEN, '</i>'],
    [OPEN, 'a </p>'],
    [OPEN, ' <sub>2</sub>'],
    [OPEN, '<i style="vertical-align:super">'],
    ['', '\u00A0'],
    ['', '<br>\uFEFF '],
    ['<p style="', 'margin-left:'],
  ])('reads %j followed by a million characters of %j without quadratic work', (head, unit) => {
    const before = process.cpuUsage();
    htmlToText(head + unit.repeat(1_000_000 / unit.length));
    const { user, system } = process.cpuUsage(before);
    // Work that is quadratic in the length takes minutes.
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });
});
