import fc from 'fast-check';
import { checkQuestion } from './check-question.js';
import { limitQuestions } from './parsed-question.js';
import { readAiken } from './read-aiken.js';

const read = (source: string) => limitQuestions(readAiken(source)).map(checkQuestion);

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
    ['One?\nA) a\nB) b\n\nTwo?\nA) c\nB) d\nANSWER: A', [1, 'The line “ANSWER:” is missing'], 2],
    ['One?\nA) a\nB) b', [1, 'The line “ANSWER:” is missing'], 1],
    ['One?\nA) a\nB) b\nANSWER: C', [1, 'Line 4: exactly one answer must have the letter C'], 1],
    ['One?\nA) a\nA) b\nANSWER: A', [1, 'Line 4: exactly one answer must have the letter A'], 1],
    ['One?\nA) a\nB) b\nANSWER: A, B', [1, 'Line 4: “ANSWER:” needs one letter'], 1],
    ['ANSWER: A', [1, 'Line 1: exactly one answer must have the letter A'], 1],
    ['A) a\nB) b\nANSWER: A', [1, 'text: must have 1 to 1000 characters'], 1],
    ['One?\nA) a\nB)\nANSWER: A', [1, 'answers[1].text: must have 1 to 500 characters'], 1],
  ])('reports what it cannot read of %j', (text, first, count) => {
    expect(shape(text)[0]).toEqual(first);
    expect(shape(text)).toHaveLength(count);
  });

  it('returns nothing for a file without questions', () => expect(read('\n \n')).toEqual([]));

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
