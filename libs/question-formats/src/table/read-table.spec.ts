import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { parseCsv } from '#libs/files';
import { limitQuestions, MAX_QUESTIONS } from '../parsed-question.js';
import { readTable } from './read-table.js';

const HEAD = 'question,answer1,answer2,answer3,correct';

const read = (text: string) => limitQuestions(readTable(parseCsv(text)).questions);

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
    [`${HEAD}\na?,b,c,,3`, expect.stringContaining('correct: there is no answer “3”') as string],
    [`${HEAD}\na?,b,c,,x`, expect.stringContaining('correct: there is no answer “x”') as string],
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

  it('reads explanations', () => {
    const head = 'question,answer1,answer2,correct,Explanation';
    const found = read(`${head}\na?,b,c,1," It is b,\nnot c."\nd?,e,f,2,\ng?,h,i,1,${'j'.repeat(2001)}`);
    expect(found.map(({ question, dropped }) => [question?.explanation, dropped])).toEqual([
      ['It is b,\nnot c.', []],
      [undefined, []],
      [undefined, [{ what: 'explanation', line: 5 }]],
    ]);
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
        { line: 1, problem: expect.stringContaining('there is no answer “Lösung”') as string },
        {
          line: 2,
          text: 'a?',
          answers: [
            { text: 'Rome', isCorrect: true },
            { text: 'Oslo', isCorrect: false },
          ],
          dropped: [],
        },
      ],
      true,
      'question,answer,answer,correct',
    ]);
  });

  it('reads the first row of a table without a header, once a person has chosen the columns', () => {
    const rows = parseCsv('a?,Rome,Oslo,A\nb?,Rome,Oslo,B');
    const { questions } = readTable(rows, ['question', 'answer', 'answer', 'correct']);
    expect(questions).toMatchObject([{ text: 'a?' }, { text: 'b?' }]);
  });

  describe('where places are not certain', () => {
    const uncertain = (problem: string) => expect.stringContaining(`correct: ${problem}`) as string;
    const zero = uncertain('a row of this table has the number 0, but numbers count from 1. Write letters (A, C)');
    const order = uncertain('the columns of the answers are not in the order 1, 2, 3 … or A, B, C …');

    it('rejects all numbers of a table that counts from 0, also beyond the limit', () => {
      const head = 'question,A,B,C,D,answer\n';
      expect(shape(`${head}a?,b,c,d,e,1\nf?,g,h,i,j,0\nk?,l,m,n,o,B\np?,q,r,s,t,t\nu?,5,6,7,8,6`)).toEqual([
        [2, zero],
        [3, zero],
        [4, 'k?', '-l', '+m', '-n', '-o'],
        [5, 'p?', '-q', '-r', '-s', '+t'],
        [6, 'u?', '-5', '+6', '-7', '-8'],
      ]);
      expect(shape(`${head}${'a?,b,c,d,e,1\n'.repeat(MAX_QUESTIONS)}f?,g,h,i,j,0`)[0]).toEqual([2, zero]);
      expect(shape(`${head}a?,b,c,d,e,1\nf?,0,1,2,3,0`)).toEqual([
        [2, 'a?', '+b', '-c', '-d', '-e'],
        [3, 'f?', '+0', '-1', '-2', '-3'],
      ]);
    });

    it.each([
      'question,option0,option1,option2,correct',
      'question,option C,option B,option A,correct',
      'question,answer1,answer10,answer2,correct',
      'question,A,B,D,correct',
      'question,A,B,answer 3,correct',
    ])('rejects numbers and letters below the header %j', (head) => {
      expect(shape(`${head}\na?,b,c,d,2\ne?,f,g,h,B\ni?,j,k,l,k`)).toEqual([
        [2, order],
        [3, order],
        [4, 'i?', '-j', '+k', '-l'],
      ]);
    });

    it('takes columns in their order if they are numbered so, or if none is', () => {
      expect(shape('question,answer 01,answer 02,correct\na?,b,c,2')).toEqual([[2, 'a?', '-b', '+c']]);
      const { questions } = readTable(parseCsv('question,yes,no,maybe,correct\na?,x,y,z,B'), [
        ...(['question', 'answer', 'answer', 'answer', 'correct'] as const),
      ]);
      expect(questions.at(-1)).toMatchObject({ answers: [{}, { isCorrect: true }, {}] });
    });

    it('does not let the other rows decide', () => {
      const letters = (correct: string) => uncertain(`“${correct}” can mean different answers. Write letters (A, C)`);
      expect(shape(`${HEAD}\n1+1,2,3,4,2\n1+2,2,3,1,3\n2+2,14,24,6,2`)).toEqual([
        [2, letters('2')],
        [3, letters('3')],
        [4, '2+2', '-14', '+24', '-6'],
      ]);
    });
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
