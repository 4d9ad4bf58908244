import { MAX_LENGTH } from '../choice-question.js';
import { limitQuestions, MAX_QUESTIONS } from '../parsed-question.js';
import { readMoodle } from './read-moodle.js';

const read = (source: string) => limitQuestions(readMoodle(source));

const quiz = (...lines: string[]) =>
  ['<?xml version="1.0" encoding="UTF-8"?>', '<quiz>', ...lines, '</quiz>'].join('\n');

const choice = (text: string, ...answers: string[]) =>
  `<question type="multichoice"><name><text>n</text></name>${text}${answers.join('')}</question>`;

const text = (content: string, format = 'html') =>
  `<questiontext format="${format}"><text>${content}</text></questiontext>`;

const answer = (fraction: number | string, content: string, rest = '') =>
  `<answer fraction="${fraction}"><text>${content}</text>${rest}</answer>`;

const AB = [answer(100, 'a'), answer(0, 'b')];

const shape = (source: string) =>
  read(source).map(({ line, question, problem }) => [
    line,
    problem ?? question?.text,
    ...(question?.answers ?? []).map((one) => `${one.isCorrect ? '+' : '-'}${one.text}`),
  ]);

const losses = (source: string) =>
  read(source).flatMap(({ dropped }) => dropped.map(({ what, line }) => `${line} ${what}`));

describe('readMoodle', () => {
  it.each<[string, string, string[]]>([
    [
      'HTML',
      choice(text('<![CDATA[<p>a &lt;b&gt;</p>]]>'), answer(0, 'c'), answer(100, '&lt;p&gt;d&lt;/p&gt;')),
      ['a <b>', '-c', '+d'],
    ],
    ['plain text', choice(text('&lt;p&gt;a&lt;/p&gt;', 'plain_text'), ...AB), ['<p>a</p>', '+a', '-b']],
    ['markdown', choice(text('a *b*', 'markdown'), ...AB), ['a *b*', '+a', '-b']],
    ["Moodle's own format", choice(text('a\n&lt;i&gt;b&lt;/i&gt;', 'moodle_auto_format'), ...AB), ['a\nb', '+a', '-b']],
    [
      'several correct answers',
      choice(text('a'), answer(50, 'b'), answer('50.00000', 'c'), answer(-100, 'd')),
      ['a', '+b', '+c', '-d'],
    ],
    [
      'answers without the element “text”',
      choice(text('a'), '<answer fraction="100">b</answer>', answer(0, 'c')),
      ['a', '+b', '-c'],
    ],
    [
      'an answer with all points beside others',
      choice(text('a'), answer(100, 'b'), answer(50, 'c')),
      ['a', '+b', '-c'],
    ],
    [
      'answers without a text',
      choice(text('a'), answer(0, ''), ...AB, answer(0, '&lt;p&gt;&lt;/p&gt;')),
      ['a', '+a', '-b'],
    ],
    [
      'fractions with a comma',
      choice(text('a'), answer('33,3', 'b'), answer('66,7', 'c'), answer('0,0', 'd')),
      ['a', '+b', '+c', '-d'],
    ],
    [
      'code',
      choice(
        text('<![CDATA[<p>a</p><pre>if b:\n    c</pre>]]>'),
        answer(100, '<![CDATA[<pre>  1</pre>]]>'),
        answer(0, '1'),
      ),
      ['a\nif b:\n    c', '+  1', '-1'],
    ],
    [
      'exponents and indexes',
      choice(text('a'), answer(100, '<![CDATA[x<sup>2</sup>]]>'), answer(0, '<![CDATA[x<sub>2</sub>]]>')),
      ['a', '+x²', '-x₂'],
    ],
    [
      'white space of plain texts, but not that of the file',
      choice(
        text('\n  a\n', 'plain_text'),
        '<answer fraction="100" format="plain_text"><text>  return 1</text></answer>',
        answer(0, '<![CDATA[return 1 ]]>'),
      ),
      ['a', '+  return 1', '-return 1 '],
    ],
    [
      'indentation',
      choice(text('a'), answer(100, '&amp;nbsp;&amp;nbsp;return 1'), answer(0, 'return 1')),
      ['a', '+  return 1', '-return 1'],
    ],
    ['unknown formats', choice(text('&lt;p&gt;a&lt;/p&gt;', 'constructor'), ...AB), ['a', '+a', '-b']],
    ['characters by number', choice(text('&#233;&#x1F600;'), ...AB), ['é😀', '+a', '-b']],
  ])('reads %s', (_, source, expected) => {
    expect(shape(quiz(source))).toEqual([[3, ...expected]]);
  });

  it.each([
    ['true', [answer(100, 'true'), answer(0, 'false')], ['+True', '-False']],
    ['false', [answer(0, 'true'), answer(100, 'false')], ['-True', '+False']],
    ['false before true', [answer(0, 'false'), answer(100, 'true')], ['-False', '+True']],
    ['capitals', [answer(0, 'False'), answer(100, 'TRUE')], ['-False', '+TRUE']],
    ['other languages, in any order', [answer(0, 'Faux'), answer(100, 'Vrai')], ['-Faux', '+Vrai']],
    ['HTML', [answer(100, '&lt;p&gt;Falsch&lt;/p&gt;'), answer(0, 'Wahr')], ['+Falsch', '-Wahr']],
    ['texts without “text”', ['<answer>true</answer>', '<answer fraction="100">false</answer>'], ['-True', '+False']],
  ])('reads true/false questions: %s', (_, answers, expected) => {
    const source = `<question type="truefalse">${text('a')}${answers.join('')}</question>`;
    expect(shape(quiz(source))).toEqual([[3, 'a', ...expected]]);
  });

  it('keeps the texts “true” and “false” of other questions', () => {
    expect(shape(quiz(choice(text('a'), answer(100, 'true'), answer(0, 'false'))))).toEqual([
      [3, 'a', '+true', '-false'],
    ]);
  });

  it('reads the same with a byte order mark and the line ends of Windows', () => {
    const source = quiz(choice(text('a\nb', 'plain_text'), ...AB), '', choice(text('c'), ...AB));
    expect(shape(`\uFEFF${source.replaceAll('\n', '\r\n')}`)).toEqual(shape(source));
    expect(shape(source)).toEqual([
      [3, 'a\nb', '+a', '-b'],
      [6, 'c', '+a', '-b'],
    ]);
  });

  it('reads the same with white space before the declaration, with the right lines', () => {
    const [question] = read(`\n \n${quiz(choice(text('a'), ...AB))}`);
    expect(question).toMatchObject({ line: 5, problem: null });
    expect(shape('\n <quiz>\n<b></quiz>')).toEqual([
      [3, expect.stringContaining('Line 3: the XML is not well-formed')],
    ]);
  });

  it('reads a text with an image inside it', () => {
    const source = `a &lt;img src="data:image/png;base64,${'A'.repeat(MAX_LENGTH)}"&gt;`;
    expect(shape(quiz(choice(text(source), ...AB)))).toEqual([[3, 'a', '+a', '-b']]);
    expect(losses(quiz(choice(text(source), ...AB)))).toEqual(['3 image']);
  });

  describe('reads the image of a question', () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const withImages = (images: string, files = '') =>
      quiz(choice(`<questiontext><text><![CDATA[<p>a</p>${images}]]></text>${files}</questiontext>`, ...AB));
    const file = (name: string, rest = 'path="/"', content = png.toString('base64')) =>
      `<file name="${name}" ${rest} encoding="base64">${content}</file>`;
    const img = (src: string, alt = '') => `<img src="${src}" alt="${alt}">`;

    it.each([
      ['an attached file', withImages(img('@@PLUGINFILE@@/b%20c.png?d'), file('other.png') + file('b c.png'))],
      ['a file in a folder', withImages(img('@@PLUGINFILE@@/d/b.png'), file('b.png', 'path="/d/"'))],
      ['a file without a path', withImages(img('@@PLUGINFILE@@/b.png'), file('b.png', ''))],
      ['the text itself', withImages(img(`data:image/png;base64,${png.toString('base64')}`))],
    ])('from %s', (_, source) => {
      const [found] = read(source);
      expect([found?.question?.text, found?.question?.imageUrl, found?.image?.type]).toEqual(['a', null, 'png']);
      expect(found?.image?.bytes).toEqual(png);
      expect(losses(source)).toEqual([]);
    });

    it('from another host', () => {
      const source = withImages(img('https://example.com/ü.png?c&amp;d'));
      expect(read(source)[0]?.question?.imageUrl).toBe('https://example.com/%C3%BC.png?c&d');
      expect(losses(source)).toEqual([]);
    });

    it('and reports its alternative text, which a quiz cannot have', () => {
      const url = 'https://example.com/a.png';
      expect(losses(withImages(img(url, 'A map')))).toEqual(['3 altText']);
      expect(losses(withImages(img(url, ' ')))).toEqual([]);
      expect(losses(withImages(img('@@PLUGINFILE@@/b.png', 'A map')))).toEqual(['3 image']);
    });

    it.each([
      ['that is not in the file', withImages(img('@@PLUGINFILE@@/b.png'), file('c.png')), false],
      ['with a wrong name', withImages(img('@@PLUGINFILE@@/%.png'), file('c.png')), false],
      ['that is none', withImages(img('@@PLUGINFILE@@/b.png'), file('b.png', '', 'aGVsbG8=')), false],
      ['in another encoding', withImages(img('@@PLUGINFILE@@/b.png'), '<file name="b.png">x</file>'), false],
      ['with an address that is too long', withImages(img(`https://example.com/${'ü'.repeat(400)}`)), false],
      ['after the first one', withImages(img('@@PLUGINFILE@@/b.png').repeat(2), file('b.png')), true],
    ])('but reports one %s', (_, source, hasImage) => {
      expect([read(source)[0]?.image !== undefined, losses(source)]).toEqual([hasImage, ['3 image']]);
    });

    it('but not one that is not shown', () => {
      const source = withImages(`<p hidden>${img('https://example.com/b.png')}</p>`);
      expect([read(source)[0]?.question?.imageUrl, losses(source)]).toEqual([null, ['3 formatting']]);
    });
  });

  it.each([
    ['2.0000000', ['4 points']],
    ['1.0000000', []],
    ['1,0', []],
  ])('reports the points of a question: %s', (grade, lost) => {
    const source = `${text('a')}\n<defaultgrade>${grade}</defaultgrade>`;
    expect(losses(quiz(choice(source, ...AB)))).toEqual(lost);
  });

  it('omits categories, and ignores what it does not know', () => {
    const category = '<question type="category"><category><text>$course$/top/a</text></category></question>';
    expect(shape(quiz(category, '<other><question/></other>'))).toEqual([]);
  });

  it('reports weights, feedback and what HTML had, with their lines', () => {
    const source = quiz(
      '<question type="multichoice">',
      '<questiontext format="html"><text><![CDATA[<p>a <b>b</b><img src="@@PLUGINFILE@@/c.png"></p>]]></text>',
      '<file name="c.png" encoding="base64">aGVsbG8=</file></questiontext>',
      '<generalfeedback><text>&lt;b&gt;d&lt;/b&gt;</text></generalfeedback>',
      answer(50, 'e'),
      answer(0, '&lt;a href="f"&gt;g&lt;/a&gt;', '<feedback format="html">\n<text>h</text></feedback>'),
      '<correctfeedback><text></text></correctfeedback>',
      '<hint><text>i</text></hint>',
      '</question>',
    );
    expect(losses(source)).toEqual([
      ...['4 formatting', '4 image', '6 formatting', '7 weight', '8 link', '8 feedback', '11 feedback'],
    ]);
  });

  it.each([
    ['HTML, the format of the question', '><text>&lt;p&gt;b&lt;/p&gt;c</text>', 'b\nc', []],
    ['plain text', ' format="plain_text"><text>&lt;p&gt;</text>', '<p>', []],
    ['nothing', '><text></text>', undefined, []],
    ['an image', '><text>&lt;img src="b"&gt;</text>', undefined, ['image']],
    ['a formula', '><text>&lt;math&gt;</text>', undefined, ['explanation']],
    ['2,000 characters', `><text>${'😀'.repeat(2000)}</text>`, '😀'.repeat(2000), []],
    ['more than 2,000 characters', `><text>${'b'.repeat(2001)}</text>`, undefined, ['explanation']],
    ['markup of any length', `><text>${'&lt;p&gt;'.repeat(MAX_LENGTH)}</text>`, undefined, ['explanation']],
  ])('reads an explanation of %s', (_, content, explanation, lost) => {
    const source = quiz(choice(`${text('a')}<generalfeedback${content}</generalfeedback>`, ...AB));
    const [found] = read(source);
    expect(found).toMatchObject({ problem: null, question: { text: 'a' } });
    expect([found?.question?.explanation, losses(source)]).toEqual([explanation, lost.map((what) => `3 ${what}`)]);
  });

  it('reads an answer of images as their alternative texts, and reports the images', () => {
    const img = (alt: string) => `&lt;img src="@@PLUGINFILE@@/b.png" alt="${alt}"&gt;`;
    const source = quiz(choice(text('a'), answer(100, img(' A  map') + img('of b')), answer(0, `c ${img('d')}`)));
    expect(shape(source)).toEqual([[3, 'a', '+A map of b', '-c']]);
    expect(losses(source)).toEqual(['3 image', '3 image']);
  });

  it('drops attached files, however long', () => {
    const file = `<file name="a" encoding="base64">${'A'.repeat(500_000)}</file>`;
    expect(shape(quiz(choice(`<questiontext><text>a</text>${file}</questiontext>`, ...AB)))).toEqual([
      [3, 'a', '+a', '-b'],
    ]);
  });

  it.each([
    ['essay', 'It is an essay question: there are no answers to choose from'],
    ['matching', 'It is a matching question, in which answers are paired and not chosen'],
    ['calculatedmulti', 'It is a question of the type “calculatedmulti”, which a quiz cannot have'],
    ['constructor', 'It is a question of the type “constructor”, which a quiz cannot have'],
  ])('reports a question of the type %s with its name', (type, problem) => {
    const source = quiz(`<question type="${type}"><name><text>A\n name</text></name></question>`);
    expect(read(source)).toEqual([{ line: 3, name: 'A name', question: null, problem, dropped: [] }]);
  });

  it.each([
    ['no text', choice('', ...AB), 'It has a title, but no text after it'],
    [
      'a text of an image',
      choice(text('&lt;img src="a.png"&gt;'), ...AB),
      'It consists only of an image: write the question as text',
    ],
    [
      'an answer of an image',
      choice(text('a'), answer(100, 'b'), answer(0, '&lt;img src="a.png"&gt;')),
      'An answer consists only of an image: write what it shows as text',
    ],
    [
      'answers that look different only in HTML',
      choice(text('a'), answer(100, '&lt;b&gt;b&lt;/b&gt;'), answer(0, 'c'), answer(0, '&lt;i&gt;b&lt;/i&gt;')),
      'Two answers are equal without their formatting and images',
    ],
    ['a formula', choice(text('a &lt;math&gt;'), ...AB), 'It has a formula (MathML): write it as text'],
    [
      'a fraction in words',
      choice(text('a'), answer('all', 'b')),
      'Line 3: the fraction of an answer must be a number',
    ],
    ['long texts', choice(text('a'.repeat(MAX_LENGTH)), ...AB), 'It has more than 60000 characters'],
  ])('reports a question with %s', (_, source, problem) => {
    expect(shape(quiz(source))).toEqual([[3, problem]]);
  });

  it('says how many questions of a long file it left out', () => {
    const questions = read(quiz(...Array<string>(MAX_QUESTIONS + 5).fill(choice(text('a'), ...AB))));
    expect(questions).toHaveLength(MAX_QUESTIONS + 1);
    expect(questions.at(-1)?.problem).toContain('this one and 4 after it were left out');
  });
});

describe('readMoodle, of XML with errors', () => {
  it('returns the questions before an error, and reports the rest', () => {
    const left = 'this question and those after it were left out';
    expect(shape(quiz(choice(text('a'), ...AB), '<question type="essay">', '<name></question>'))).toEqual([
      [3, 'a', '+a', '-b'],
      [4, `Line 5: the XML is not well-formed (unexpected close tag): ${left}`],
    ]);
  });

  it('returns the name of the question that has the error', () => {
    const [broken] = read(quiz('<question type="multichoice"><name><text>Rivers</text></name><b></question>'));
    expect(broken).toMatchObject({ line: 3, name: 'Rivers', question: null });
  });

  it.each([
    ['', 'Line 1: the XML is not well-formed (document must contain a root element)'],
    ['What? {=a ~b}', 'Line 1: the XML is not well-formed (text data outside of root node)'],
    ['<html></html>', 'Line 1: the first element must be <quiz>'],
    ['<quiz>', 'Line 1: the XML is not well-formed (unclosed tag: quiz)'],
    ['<quiz>&nbsp;</quiz>', 'Line 1: the XML is not well-formed (undefined entity)'],
    ['<quiz>&constructor;</quiz>', 'Line 1: the XML is not well-formed (undefined entity)'],
    ['<quiz>&#0;</quiz>', 'Line 1: the XML is not well-formed (malformed character entity)'],
    ['<quiz>&#xD800;</quiz>', 'Line 1: the XML is not well-formed (malformed character entity)'],
    ['<quiz a="1" a="2"/>', 'Line 1: the XML is not well-formed (duplicate attribute: a)'],
  ])('says what is wrong with %j', (source, problem) => expect(shape(source)).toEqual([[1, problem]]));

  const NOT_ALLOWED = 'Line 2: a document type declaration (<!DOCTYPE) is not allowed';

  it.each([
    ['external entities', '<!DOCTYPE quiz [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '&a;'],
    ['external parameter entities', '<!DOCTYPE quiz [<!ENTITY % a SYSTEM "http://127.0.0.1/"> %a;]>', ''],
    ['external definitions', '<!DOCTYPE quiz SYSTEM "http://127.0.0.1/quiz.dtd">', ''],
    ['entities that multiply', '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>', '&c;'],
  ])('rejects %s', (_, doctype, content) => {
    const source = `<?xml version="1.0"?>\n${doctype}<quiz>${choice(text(content), ...AB)}</quiz>`;
    expect(shape(source)).toEqual([[2, NOT_ALLOWED]]);
  });

  it('limits the depth', () => {
    const deep = (depth: number) => `<quiz>${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}</quiz>`;
    expect(shape(deep(20))).toEqual([]);
    expect(shape(deep(21))).toEqual([[1, 'Line 1: elements are nested more than 20 levels deep']]);
  });

  it.each([
    ['<quiz>', '<a>'],
    ['<quiz>', '<a/>'],
    ['<quiz>', '<question type="multichoice"/>'],
    ['<quiz>', `<question type="multichoice">${text('&lt;b&gt;'.repeat(1_000))}</question>`],
    [
      '<quiz>',
      `<question type="multichoice">${Array<string>(49)
        .fill(answer(0, '&lt;b&gt;'.repeat(200) + '&lt;/i&gt;'.repeat(400)))
        .join('')}</question>`,
    ],
    ['<quiz>', '&amp;'],
    ['<quiz>', '&'],
    ['<quiz><![CDATA[', ']]'],
    ['<quiz><!--', '- '],
    ['<quiz ', 'a="b" '],
    ['<quiz a="', 'b'],
    ['', '\n'],
    ['<', 'a'],
    ['<!DOCTYPE a [', '<!ENTITY a "b">'],
  ])('reads %j followed by a million characters of %j without quadratic work', (head, unit) => {
    const before = process.cpuUsage();
    expect(read(head + unit.repeat(1_000_000 / unit.length)).length).toBeLessThanOrEqual(MAX_QUESTIONS + 1);
    // Processor time does not depend on what else runs. Work that is quadratic in the length would take hours.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(20);
  });
});
