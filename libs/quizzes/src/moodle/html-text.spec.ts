import { htmlToText } from './html-text.js';

describe('htmlToText', () => {
  it.each<[string, string, string, string[]]>([
    ['paragraphs', '<p dir="ltr" style="text-align: left;">a\n b</p>\n\n<p>c<br>d</p>', 'a b\nc\nd', []],
    ['entities', '1 &lt; 2 &amp;&nbsp;3 &eacute; &#x2713; &unknown;', '1 < 2 & 3 é ✓ &unknown;', []],
    ['bare text', ' a  b ', 'a b', []],
    ['nothing', '<p>&nbsp;</p>', '', []],
    ['formatting', 'x<sup>2</sup> <b>bold</b>', 'x2 bold', ['formatting']],
    ['coloured text', '<span style="color: red">a</span>', 'a', ['formatting']],
    ['lists', '<ul><li>a</li><li>b</li></ul>', 'a\nb', ['formatting']],
    ['images', '<p>a<img src="@@PLUGINFILE@@/b.png" alt="c">d</p>', 'ad', ['image']],
    ['sound', '<audio controls><source src="a.mp3">no sound</audio>b', 'b', ['media', 'formatting']],
    ['links', '<a href="https://example.com">a</a>', 'a', ['link']],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc', ['table']],
    ['scripts', 'a<script>alert("b")</script><style>p { color: red }</style>', 'a', ['formatting']],
    ['broken HTML', '<p>a <b>c</p> 1 < 2 </i> <p>d', 'a c\n1 < 2\nd', ['formatting']],
    ['comments', 'a<!-- b -->c', 'ac', []],
  ])('takes the text out of %s', (_, html, text, lost) => expect(htmlToText(html)).toEqual({ text, lost }));

  it.each(['<b>', '<p>', '<div><img>', '&amp;', '&', '<', ' ', '<b> ', '\n'])(
    'reads the maximum length of %j without quadratic work',
    (unit) => {
      const before = process.cpuUsage();
      for (let time = 0; time < 50; time++) htmlToText(unit.repeat(20_000 / unit.length));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000_000).toBeLessThan(10);
    },
  );
});
