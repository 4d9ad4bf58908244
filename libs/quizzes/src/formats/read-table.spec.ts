import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { parseCsv } from '#libs/files';
import { checkQuestion } from './check-question.js';
import { limitQuestions, MAX_QUESTIONS } from './parsed-question.js';
import { readTable } from './read-table.js';

const HEAD = 'question,answer1,answer2,answer3,correct';

const read = (text: string) => limitQuestions(readTable(parseCsv(text)).questions).map(checkQuestion);

const shape = (text: string) =>
  read(text).map(({ line, question, problem }) => [
    line,
    problem ?? question?.text,
    ...(question?.answers ?? []).map((answer) => `${answer.isCorrect ? '+' : '-'}${answer.text}`),
  ]);

describe('readTable', () => {
  it.each([
    ['one correct answer', `${HEAD}\na?,b,c,,1`, [[2, 'a?', '+b', '-c']]],
    ['several correct answers', `${HEAD}\na?,b,c,d,1 3`, [[2, 'a?', '+b', '-c', '+d']]],
    ['quoted commas and quotes', `${HEAD}\n"a, ""b""?",b,c,d,"1,2"`, [[2, 'a, "b"?', '+b', '+c', '-d']]],
    ['semicolons', `${HEAD.replaceAll(',', ';')}\na, b?;c;d;;2`, [[2, 'a, b?', '-c', '+d']]],
    ['tabs', `${HEAD.replaceAll(',', '\t')}\na?\tc\td\t\t2`, [[2, 'a?', '-c', '+d']]],
    [
      'Windows files',
      `\uFEFF${HEAD}\r\na?,b,c,,1\r\n\r\n,,,,\r\nd?,e,f,,2\r\n`,
      [
        [2, 'a?', '+b', '-c'],
        [5, 'd?', '-e', '+f'],
      ],
    ],
    [
      'texts of several lines',
      `${HEAD}\n"a\nb",c,d,,1\ne,f,g,,1`,
      [
        [2, 'a\nb', '+c', '-d'],
        [4, 'e', '+f', '-g'],
      ],
    ],
    ['only a header', HEAD, []],
  ])('reads %s', (_, text, expected) => expect(shape(text)).toEqual(expected));

  it.each([
    [
      'a?,b,c,,1',
      'The first line must name the columns: question, answer1, answer2, …, correct. Or choose which column is which',
    ],
    [`${HEAD}\na, b?,c,d,,1`, 'The row has 6 cells, the header 5: is a comma in a text not quoted?'],
    [`${HEAD}\na?,b,c,,3`, 'correct: there is no answer 3'],
    [`${HEAD}\na?,b,c,,x`, 'correct: there is no answer x'],
    [`${HEAD}\na?,b,c,,`, 'answers: at least one answer must be correct'],
    [`${HEAD}\na?,b,,d,1`, 'answers[1].text: must have 1 to 500 characters'],
    [`${HEAD}\n,b,c,,1`, 'text: must have 1 to 1000 characters'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(shape(text)).toEqual([[text.startsWith(HEAD) ? 2 : 1, problem]]);
  });

  it.each([
    ['capitals and spaces', 'Question,Answer 1,Answer 2,Correct\na?,b,c,1'],
    ['letters', 'Question,OptionA,OptionB,OptionC,CorrectOption\na?,b,c,,A'],
    ['single letters', 'Question,A,B,Answer\na?,b,c,B A'],
    ['empty columns at the end', 'question,answer1,answer2,correct,,\na?,b,c,1,,'],
    ['the delimiter', 'sep=;\nquestion;answer1;answer2;correct\na?;b;c;1'],
    ['further columns', 'id,question,option 1,option 2,correct answer,time\n7,a?,b,c,1,20'],
    [
      'Kahoot',
      ',Quiz template,,,,,,\n,,,,,,,\n,Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,"Time limit (sec) – 5, 10, or 20 secs",Correct answer(s) - choose at least one\n1,a?,b,c,,,20,"1"',
    ],
    [
      'Wayground',
      'Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in seconds\na?,Multiple Choice,b,c,,1,30',
    ],
    [
      'Blooket',
      '"Blooket\nImport Template",,,,,,,\nQuestion #,Question Text,Answer 1,Answer 2,Answer 3 (Optional),Answer 4 (Optional),Time Limit (sec) (Max: 300 seconds),Correct Answer(s) (Only include Answer #)\n1,a?,b,c,,,20,1',
    ],
  ])('understands headers with %s', (_, text) => {
    expect(shape(text).map(([, ...question]) => question)).toEqual([['a?', '+b', text.includes('B A') ? '+c' : '-c']]);
  });

  it('takes the columns that a person chose, and shows the table for the choice', () => {
    const rows = parseCsv('Frage,Richtig,Falsch,Lösung\na?,Rome,Oslo,Rome');
    expect(readTable(rows).table).toEqual({
      header: ['Frage', 'Richtig', 'Falsch', 'Lösung'],
      columns: ',,,',
      isUnderstood: false,
      rows: [['a?', 'Rome', 'Oslo', 'Rome']],
    });
    const { questions, table } = readTable(rows, ['question', 'answer', 'answer', 'correct']);
    expect([questions, table.isUnderstood, table.columns]).toEqual([
      [
        {
          line: 2,
          text: 'a?',
          answers: [
            { text: 'Rome', isCorrect: true },
            { text: 'Oslo', isCorrect: false },
          ],
        },
      ],
      true,
      'question,answer,answer,correct',
    ]);
  });

  it('returns the rows before a syntax error, and reports the rest', () => {
    const problem = 'A quote is missing, or not doubled inside a text: this row and those after it were left out';
    expect(shape(`${HEAD}\na?,b,c,,1\n"d?,b,c,,1\ne?,b,c,,1`)).toEqual([
      [2, 'a?', '+b', '-c'],
      [3, problem],
    ]);
  });

  it('says how many rows of a long file it left out', () => {
    const rows = read([HEAD, ...Array<string>(MAX_QUESTIONS + 5).fill('a?,b,c,,1')].join('\n'));
    expect(rows).toHaveLength(MAX_QUESTIONS + 1);
    expect(rows.at(-1)?.problem).toContain('this one and 4 after it were left out');
  });

  it('reads back what a CSV library writes', () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() === text && text.isWellFormed() && !/[\0\r]/.test(text));
    const row = fc.tuple(cell, cell, cell, cell, fc.constantFrom('1', '2 3', '1;2;3'));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const found = read(stringify([HEAD.split(','), ...rows]));
        expect(
          found.map(({ question }) => [question?.text, ...(question?.answers ?? []).map(({ text }) => text)]),
        ).toEqual(rows.map((cells) => cells.slice(0, 4)));
      }),
    );
  });
});
