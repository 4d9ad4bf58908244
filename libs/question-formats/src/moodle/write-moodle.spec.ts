import fc from 'fast-check';
import { text as textOf } from 'node:stream/consumers';
import type { Question, QuestionSet } from '../question.js';
import { limitQuestions } from '../parsed-question.js';
import { readMoodle } from './read-moodle.js';
import { writeMoodle } from './write-moodle.js';

const read = (source: string) => limitQuestions(readMoodle(source));

/** Writes a file that takes no image along. */
const write = (quiz: QuestionSet) => textOf(writeMoodle(quiz, () => Promise.resolve(undefined)));

const answer = (text: string, isCorrect = false) => ({ text, isCorrect });

describe('writeMoodle', () => {
  it('writes a single choice in which each correct answer gets all points', async () => {
    const questions = [
      {
        ...{ text: 'Which?', imageUrl: null, explanation: ' Why?' },
        answers: [answer('this', true), answer('that'), answer('these', true)],
      },
    ];
    expect(await write({ title: 'Sets & lists/maps', questions })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category">
    <category>
      <text><![CDATA[$course$/top/Sets & lists//maps]]></text>
    </category>
  </question>
  <question type="multichoice">
    <name>
      <text>Which?</text>
    </name>
    <questiontext format="plain_text">
      <text>Which?</text>
    </questiontext>
    <generalfeedback format="html">
      <text><![CDATA[<span style="white-space: pre-wrap"> Why?</span>]]></text>
    </generalfeedback>
    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>abc</answernumbering>
    <answer fraction="100" format="plain_text">
      <text>this</text>
    </answer>
    <answer fraction="0" format="plain_text">
      <text>that</text>
    </answer>
    <answer fraction="100" format="plain_text">
      <text>these</text>
    </answer>
  </question>
</quiz>
`);
  });

  it('writes a text as HTML that XML would change', async () => {
    const questions = [{ text: ' <a>\r\n', imageUrl: null, answers: [answer('\u0001', true), answer('b&')] }];
    const xml = await write({ title: 'a', questions });
    expect(xml).toContain(`<questiontext format="html">
      <text><![CDATA[<span style="white-space: pre-wrap"> &lt;a&gt;&#13;
</span>]]></text>`);
    expect(xml).toContain('<![CDATA[<span style="white-space: pre-wrap">&#1;</span>]]>');
    expect(xml).toContain('format="plain_text">\n      <text><![CDATA[b&]]></text>');
  });

  it('attaches an image, or writes its address', async () => {
    const questions = ['https://example.com/a?b&c', 'https://quiz.example.com/b.png'].map((imageUrl) => ({
      ...{ text: 'a', imageUrl, answers: [] },
    }));
    const image = { name: 'b.png', content: Buffer.from('hello') };
    const readImage = (url: string) => Promise.resolve(url.endsWith('.png') ? image : undefined);
    const xml = await textOf(writeMoodle({ title: 'a', questions }, readImage));
    expect(xml).toContain('<p><img src="https://example.com/a?b&amp;c" alt=""></p>]]></text>\n    </questiontext>');
    expect(xml).toContain(`<p><img src="@@PLUGINFILE@@/b.png" alt=""></p>]]></text>
      <file name="b.png" path="/" encoding="base64">aGVsbG8=</file>
    </questiontext>`);
  });

  it('names a question by the beginning of its text', async () => {
    const questions = [{ text: `a\n b${'😀'.repeat(100)}`, imageUrl: null, answers: [] }];
    expect(await write({ title: 'a', questions })).toContain(`<text>a b${'😀'.repeat(77)}</text>`);
  });
});

const special = fc.constantFrom(
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    ']]',
    '<![CDATA[',
    '<!--',
    '-->',
    '&amp;',
    '&lt;p&gt;',
    '<p>',
    '<?xml ?>',
    '</text>',
  ],
  ...['\n', '\r', '\r\n', '  ', '\t', '\u0001', '\u000C', '\u0085', '\u00A0', '\u2028', '\uFEFF', '\uFFFE', '😀'],
);

const text = (max: number) =>
  fc
    .oneof(
      fc
        .array(fc.oneof(special, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 20 })
        .map((parts) => parts.join('')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
    )
    .map((value) => value.slice(0, max))
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.trim() !== '');

const question: fc.Arbitrary<Question> = fc
  .record(
    {
      text: text(500),
      imageUrl: fc.constantFrom(null, 'https://example.com/a--b.png?c=%3C&amp=]-'),
      answers: fc.array(fc.record({ text: text(250), isCorrect: fc.boolean() }), { minLength: 2, maxLength: 10 }),
      explanation: text(2000),
    },
    { requiredKeys: ['text', 'imageUrl', 'answers'] },
  )
  .filter(({ answers }) => answers.some(({ isCorrect }) => isCorrect));

it('writeMoodle: written questions are read back with the same texts, images and correct answers', async () => {
  await fc.assert(
    fc.asyncProperty(text(200), fc.array(question, { maxLength: 5 }), async (title, questions) => {
      const found = read(await write({ title, questions }));
      expect(found.map(({ problem, question: one, dropped }) => [problem ?? one, dropped])).toEqual(
        questions.map((one) => [one, []]),
      );
    }),
    { numRuns: 100 },
  );
});
