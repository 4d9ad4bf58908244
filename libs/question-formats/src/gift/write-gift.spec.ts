import fc from 'fast-check';
import { parse } from 'gift-pegjs';
import type { Question } from '../question.js';
import { limitQuestions } from '../parsed-question.js';
import { readGift } from './read-gift.js';
import { writeGift } from './write-gift.js';

const read = (source: string) => limitQuestions(readGift(source));

const answer = (text: string, isCorrect = false) => ({ text, isCorrect });

describe('writeGift', () => {
  it('writes GIFT that Moodle reads', () => {
    const questions = [
      { text: 'Which?', imageUrl: 'https://example.com/a.png', answers: [answer('this', true), answer('that')] },
      {
        ...{ text: 'a = {b}\nc', imageUrl: null, explanation: '#1:\n[x]' },
        answers: [answer('x', true), answer('y'), answer('z', true)],
      },
      { text: '[html] ~ # : \\', imageUrl: null, answers: [answer('[x]', true), answer('%5% y')] },
      { text: '&&058;', imageUrl: null, answers: [answer('  return 1', true), answer('return <1>')] },
    ];
    expect(writeGift({ title: 'Two\nlines', questions })).toBe(`// Two lines

// image: https://example.com/a.png
[plain]Which? {
\t=this
\t~that
}

[plain]a \\= \\{b\\}\\nc {
\t=x
\t~y
\t~%100%z
\t####\\#1\\:\\n[x]
}

[plain][html] \\~ \\# \\: \\\\ {
\t=[plain][x]
\t~[plain]%5% y
}

[html]<span style\\="white-space\\: pre-wrap">&amp;&amp;058;</span> {
\t=[html]<span style\\="white-space\\: pre-wrap">  return 1</span>
\t~[plain]return <1>
}
`);
  });

  it('makes Moodle offer a single choice if all answers are correct', () => {
    const questions = [{ text: 'Any', imageUrl: null, answers: [answer('a', true), answer('b', true)] }];
    expect(writeGift({ title: 'Title', questions })).toContain('{\n\t=a\n\t~%100%b\n}');
  });
});

/** Characters with a meaning in GIFT, and those that its readers are known to change. */
const special = fc.constantFrom(
  ...[
    '\\',
    '~',
    '=',
    '#',
    '{',
    '}',
    ':',
    '%',
    '[',
    ']',
    '/',
    '->',
    '::',
    '####',
    '//',
    '[html]',
    '%50%',
    '\\n',
    '$CATEGORY:',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '  ',
    '\t',
    '\u00A0\u2003',
    '\u2028',
    '\uFEFF',
    '&&',
    '&&010',
    '\u0001',
    '&&092;',
    '_____ ',
    '. ',
    'T',
    'n',
  ],
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
      imageUrl: fc.constantFrom(null, 'https://example.com/a{b}=c.png'),
      answers: fc.array(fc.record({ text: text(250), isCorrect: fc.boolean() }), { minLength: 2, maxLength: 10 }),
      explanation: text(2000),
    },
    { requiredKeys: ['text', 'imageUrl', 'answers'] },
  )
  .filter(({ answers }) => answers.some(({ isCorrect }) => isCorrect));

const quiz = fc.record({ title: text(200), questions: fc.array(question, { minLength: 1, maxLength: 5 }) });

describe('a written question', () => {
  it('is read back with the same texts and the same correct answers', () => {
    fc.assert(
      fc.property(quiz, (original) => {
        const file = writeGift(original);
        // Moodle replaces such texts. Comments do not matter.
        expect(file.replace(/^\/\/.*$/gm, '')).not.toMatch(/&&\d/);
        const found = read(file);
        expect(found.map(({ problem, question: one }) => problem ?? one)).toEqual(
          original.questions.map((one) => ({ ...one, imageUrl: null })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is valid GIFT for other parsers', () => {
    // Moodle recognises a matching question by the lack of wrong answers, this parser by its first arrow.
    const hasArrow = (original: object) => JSON.stringify(original).includes('->');
    fc.assert(
      fc.property(quiz, (original) => {
        fc.pre(!hasArrow(original));
        const types = parse(writeGift(original)).map(({ type }) => type);
        expect(types).toEqual(original.questions.map(() => 'MC'));
      }),
      { numRuns: 100 },
    );
  });
});
