import fc from 'fast-check';
import { limitQuestions } from './parsed-question.js';
import { readAiken } from './read-aiken.js';

const read = (source: string) => limitQuestions(readAiken(source));

const shape = (text: string) =>
  read(text).map(({ line, question, problem }) => [
    line,
    problem ?? question?.text,
    ...(question?.answers ?? []).map((answer) => `${answer.isCorrect ? '+' : '-'}${answer.text}`),
  ]);

describe('readAiken', () => {
  it('reads questions with both kinds of labels, and line ends of Windows', () => {
    const file =
      '\uFEFFOne?\r\nA. a\r\nB) b\r\nANSWER: B\r\n\r\nTwo,\r\nin two lines?\r\nA) <b>c</b>\r\nB) d\r\nanswer: a\r\n';
    expect(shape(file)).toEqual([
      [1, 'One?', '-a', '+b'],
      [6, 'Two,\nin two lines?', '+<b>c</b>', '-d'],
    ]);
  });

  it.each([
    ['labels without a space', 'One?\nA)a\nB) b\nC.c\nANSWER: C', ['One?', '-a', '-b', '+c']],
    ['wrapped answers', 'One?\nA) a\nand b\nB)\nc\nANSWER: A', ['One?', '+a and b', '-c']],
    [
      'wrapped answers with addresses',
      'One?\nA) see\nhttps://example.com\nB) a\na .NET program\nANSWER: A',
      ['One?', '+see https://example.com', '-a a .NET program'],
    ],
    ['several correct answers', 'One?\nA) a\nB) b\nC) c\nANSWER: A, c.', ['One?', '+a', '-b', '+c']],
    ['several correct answers in words', 'One?\nA) a\nB) b\nC) c\nANSWER: B and C', ['One?', '-a', '+b', '+c']],
    ['blank lines between answers', 'One?\n\nA) a\n\nB) b\n\nANSWER: A', ['One?', '+a', '-b']],
    [
      'texts that begin like an answer',
      'E.g. one?\nB. C. two?\nA) a\nB) b\nANSWER: A',
      ['E.g. one?\nB. C. two?', '+a', '-b'],
    ],
    ['answers that go on with a letter', 'One?\nA) a\nA-b\nB) a\nD’Or\nANSWER: A', ['One?', '+a A-b', '-a D’Or']],
    [
      'the beginnings of reasons',
      'Assertion: a.\nReason: b.\nA) c\nB) d\nANSWER: A',
      ['Assertion: a.\nReason: b.', '+c', '-d'],
    ],
  ])('reads %s', (_, text, expected) => expect(shape(text)).toEqual([[1, ...expected]]));

  const TWO = 'Two?\nA) c\nB) d\nANSWER: A\n';
  const READ = ['Two?', '+c', '-d'];

  it('reads questions without blank lines between them', () => {
    expect(shape(TWO + TWO)).toEqual([
      [1, ...READ],
      [5, ...READ],
    ]);
  });

  it('reads explanations behind an answer', () => {
    const found = read(`${TWO}It is c,\nnot d.\n\n${TWO}\n${TWO}Because.\n\n${TWO}${'e'.repeat(2001)}`);
    expect(found.map(({ question, dropped }) => [question?.text, question?.explanation, dropped])).toEqual([
      ['Two?', 'It is c,\nnot d.', []],
      ['Two?', undefined, []],
      ['Two?', 'Because.', []],
      ['Two?', undefined, [{ what: 'explanation', line: 23 }]],
    ]);
  });

  it.each(['Explanation: it is c.', 'RATIONALE : c', 'Feedback: c', 'Reason: c'])(
    'takes %j after a blank line for an explanation',
    (text) => {
      const found = read(`${TWO}\n${text}\n\n${TWO}First.\n\n${text}\nin two lines\n\nThe end`);
      expect(found.map(({ question, problem }) => problem ?? question?.explanation)).toEqual([
        text,
        `First.\n${text}\nin two lines`,
        'It is a text without answers',
      ]);
    },
  );

  it('takes a line behind an answer for the text of the next question, if its answers follow', () => {
    const found = read(`${TWO}What is 3?\n\nA) e\nB) f\nANSWER: B`);
    expect(found.map(({ question }) => [question?.text, question?.explanation])).toEqual([
      ['Two?', undefined],
      ['What is 3?', undefined],
    ]);
  });

  it('reports the lines that it joins', () => {
    const found = read(`Chapter 2\nOne?\nA) a\nB) b\nand c\nANSWER: A\n${TWO}Because\nof c.\n\n${TWO}`);
    expect(found.map(({ dropped }) => dropped)).toEqual([[2, 5].map((line) => ({ what: 'lines', line })), [], []]);
  });

  it('takes headings for texts without answers, not for a part of the next question', () => {
    expect(shape(`Chapter 1\n\n${TWO}\nChapter 2\n\n${TWO}\nThe end`)).toEqual([
      [1, 'It is a text without answers'],
      [3, ...READ],
      [8, 'It is a text without answers'],
      [10, ...READ],
      [15, 'It is a text without answers'],
    ]);
  });

  const UNCLEAR = 'the answers must have the letters A, B, C … in this order';

  it.each([
    ['One?\nA) a\nB) b\n', 'The line “ANSWER:” is missing'],
    ['One?\nA) a\nB) b\nANSWER: C\n', 'Line 4: there is no answer with the letter “C”'],
    ['One?\nA) b\nB) a\nANSWER: B) a\n', 'Line 4: there is no answer with the letter “B)”'],
    ['One?\nA) a\nB) b\nANSWER:\n', 'Line 4: “ANSWER:” needs a letter, or several such as A, C'],
    ['One?\nA) a\nA) b\nANSWER: A\n', `Line 3: ${UNCLEAR}`],
    ['One?\nA) a\nC) c\nANSWER: A\n', `Line 3: ${UNCLEAR}`],
    ['One?\nA) a\nB: b\nC) c\nANSWER: A\n', `Line 3: ${UNCLEAR}`],
    ['One?\nA) a\n(b) b\nANSWER: A\n', `Line 3: ${UNCLEAR}`],
    ['One?\nA) a\n\nC) c\nANSWER: A\n', `Line 4: ${UNCLEAR}`],
    ...[
      'B b',
      'B - b',
      'B] b',
      'B',
      'b b',
      'B– b',
      '[B] b',
      '“B” b',
      'B、b',
      'В) b',
      'Б. b',
      'D - d',
      '2) b',
      '2. b',
      '- b',
    ].map((line) => [`One?\nA) a\n${line}\nANSWER: A\n`, `Line 3: ${UNCLEAR}`]),
    ...['Explanation: it is a', 'Points: 2', 'Correct answer: B', 'ANSWER : A'].map((line) => [
      `One?\nA) a\nB) b\n${line}\nANSWER: A\n`,
      `Line 4: only answers can stand before the line “ANSWER:”`,
    ]),
    ['One?\nA) a\nB) b\nTwo?\nA) c\nB) d\nANSWER: A\n', `Line 5: ${UNCLEAR}`],
    ['One?\nB) a\nC) b\nANSWER: B\n', 'Its answers are missing: each has a line such as “A) Paris”'],
    ['ANSWER: A\n', 'Its answers are missing: each has a line such as “A) Paris”'],
    ['A) a\nB) b\nANSWER: A\n', 'It has no text'],
  ])('reports what it cannot read of %j, and reads the next question', (text, problem) => {
    const found = shape(`${text}\n${TWO}`);
    expect(found[0]).toEqual([1, problem]);
    expect(found.at(-1)).toEqual([text.split('\n').length + 1, ...READ]);
  });

  it.each([
    'Because.\nThree?',
    'Reason: c.\nThree?',
    'Because.\nc.\n',
    '\nReason: c.\nThree?',
    '\nReason: c.\n',
    'Reason: c',
  ])('rejects the text %j that may be an explanation of the question before', (text) => {
    const found = shape(`${TWO}${text}\nA) e\nB) f\nANSWER: A`);
    expect(found).toEqual([
      [1, ...READ],
      [text.startsWith('\n') ? 6 : 5, 'A blank line is missing before it: which line is its first one?'],
    ]);
  });

  it('returns nothing for a file without questions', () => expect(read('\n \n')).toEqual([]));

  it.each([
    ['', 'a\n'],
    ['', '\n'],
    ['', `${TWO}a\n`],
    ['One?\n', 'A)a\n'],
    ['One?\nA) a\n', 'b\n'],
    [TWO, 'Reason: b\n\n'],
    ['One?\nA) a\n', '“'],
    ['One?\nA) a\n', 'b '],
    ['One?\nA) a\nANSWER:', ' A'],
  ])('reads %j followed by a million characters of %j without quadratic work', (head, unit) => {
    const before = process.cpuUsage();
    readAiken(head + unit.repeat(1_000_000 / unit.length));
    const { user, system } = process.cpuUsage(before);
    // Work that is quadratic in the length takes minutes.
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });

  it('reads back questions of plain lines', () => {
    const line = fc.stringMatching(/^[a-z0-9 ,;"#]{0,20}[a-z]$/).map((text) => text.trim());
    const question = fc
      .tuple(line, fc.array(line, { minLength: 2, maxLength: 10 }), fc.nat(9))
      .map(([text, answers, at]) => ({ text, answers, correct: at % answers.length }));
    fc.assert(
      fc.property(fc.array(question, { maxLength: 5 }), (questions) => {
        const letter = (index: number) => String.fromCharCode(65 + index);
        const file = questions.map(({ text, answers, correct }) =>
          [text, ...answers.map((answer, index) => `${letter(index)}) ${answer}`), `ANSWER: ${letter(correct)}\n`].join(
            '\n',
          ),
        );
        const marked = questions.map(({ text, answers, correct }) => [
          text,
          ...answers.map((answer, index) => `${index === correct ? '+' : '-'}${answer}`),
        ]);
        expect(shape(file.join('\n')).map(([, ...one]) => one)).toEqual(marked);
      }),
    );
  });
});
