import fc from 'fast-check';
import type { Question } from '../question.js';
import { limitQuestions } from '../parsed-question.js';
import { readMoodle } from './read-moodle.js';
import { writeMoodle } from './write-moodle.js';

const read = (source: string) => limitQuestions(readMoodle(source));

const answer = (text: string, isCorrect = false) => ({ text, isCorrect });

describe('writeMoodle', () => {
  it('writes a single choice in which each correct answer gets all points', () => {
    const questions = [
      {
        ...{ text: 'Which?', imageUrl: null, explanation: ' Why?' },
        answers: [answer('this', true), answer('that'), answer('these', true)],
      },
    ];
    expect(writeMoodle({ title: 'Sets & lists/maps', questions })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
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

  it('writes a text as HTML that XML would change', () => {
    const questions = [{ text: ' <a>\r\n', imageUrl: null, answers: [answer('\u0001', true), answer('b&')] }];
    const xml = writeMoodle({ title: 'a', questions });
    expect(xml).toContain(`<questiontext format="html">
      <text><![CDATA[<span style="white-space: pre-wrap"> &lt;a&gt;&#13;
</span>]]></text>`);
    expect(xml).toContain('<![CDATA[<span style="white-space: pre-wrap">&#1;</span>]]>');
    expect(xml).toContain('format="plain_text">\n      <text><![CDATA[b&]]></text>');
  });

  it('writes the address of an image as a comment that it cannot end', () => {
    const questions = [{ text: 'a', imageUrl: 'https://example.com/--><quiz>-', answers: [] }];
    expect(writeMoodle({ title: 'a', questions })).toContain('<!-- image: https://example.com/%2D-><quiz>%2D -->\n');
  });

  it('names a question by the beginning of its text', () => {
    const questions = [{ text: `a\n b${'😀'.repeat(100)}`, imageUrl: null, answers: [] }];
    expect(writeMoodle({ title: 'a', questions })).toContain(`<text>a b${'😀'.repeat(77)}</text>`);
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
      imageUrl: fc.constantFrom(null, 'https://example.com/a--b.png?c=<&d=>-'),
      answers: fc.array(fc.record({ text: text(250), isCorrect: fc.boolean() }), { minLength: 2, maxLength: 10 }),
      explanation: text(2000),
    },
    { requiredKeys: ['text', 'imageUrl', 'answers'] },
  )
  .filter(({ answers }) => answers.some(({ isCorrect }) => isCorrect));

it('writeMoodle: written questions are read back with the same texts and the same correct answers', () => {
  fc.assert(
    fc.property(text(200), fc.array(question, { maxLength: 5 }), (title, questions) => {
      const found = read(writeMoodle({ title, questions }));
      expect(found.map(({ problem, question: one, dropped }) => [problem ?? one, dropped])).toEqual(
        questions.map((one) => [{ ...one, imageUrl: null }, []]),
      );
    }),
    { numRuns: 100 },
  );
});
