import { checkQuestion } from '../formats/check-question.js';
import { limitQuestions, MAX_QUESTIONS } from '../formats/parsed-question.js';
import { MAX_LENGTH, readGift } from './read-gift.js';

const read = (source: string) => limitQuestions(readGift(source)).map(checkQuestion);

/** The texts of the only question of a file, correct answers in capitals. */
function shape(text: string): string[] | string | null {
  const [first, ...others] = read(text);
  expect(others).toEqual([]);
  if (first?.question == null) return first?.problem ?? 'none';
  expect(first.problem).toBeNull();
  const answers = first.question.answers.map(({ text: answer, isCorrect }) =>
    isCorrect ? `+${answer}` : `-${answer}`,
  );
  return [first.question.text, ...answers];
}

describe('readGift', () => {
  it.each<[string, string, string[]]>([
    ['one correct answer', 'a? {=b ~c ~d}', ['a?', '+b', '-c', '-d']],
    ['several by weight', 'a {~%50%b ~%50%c ~%-100%d ~e}', ['a', '+b', '+c', '-d', '-e']],
    ['part of the points', 'a {~b ~%25.5%c =d ~%0%e}', ['a', '-b', '+c', '+d', '-e']],
    ['true', 'a {T}', ['a', '+True', '-False']],
    ['false with feedback', 'a {FALSE#no#yes####all}', ['a', '-True', '+False']],
    ['feedback', 'a {=b#right: yes! ~c # wrong####in general}', ['a', '+b', '-c']],
    ['many lines', 'a\n  b {\n  =c\n    d\n\n\t~e\n}', ['a b', '+c d', '-e']],
    ['a gap', 'a {~b =c} d', ['a _____ d', '-b', '+c']],
    ['a gap before a full stop', 'a {~b =c}.', ['a _____.', '-b', '+c']],
    ['escapes', 'a\\: \\{b\\} \\n\\\\n {=\\=c\\# ~\\~d\\\\}', ['a: {b} \n\\n', '+=c#', '-~d\\']],
    ['marks that mean nothing there', '2+2=? ~ # a: b {=c: http://d ~e}', ['2+2=? ~ # a: b', '+c: http://d', '-e']],
    ['backslashes before other characters', 'C:\\dir {=\\a ~\\ b}', ['C:\\dir', '+\\a', '-\\ b']],
    ['formats', '[html]<p>a  <b>b</b></p> {=[plain]c ~[markdown]*d*}', ['<p>a  <b>b</b></p>', '+c', '-*d*']],
    ['line ends of HTML', '[html]a\n  b {=c ~d}', ['a\n  b', '+c', '-d']],
    ['spaces within a line', 'a  b \\{  c {=d  e ~  f\\=  g  }', ['a  b {  c', '+d  e', '-f=  g']],
    ['what the parser replaces', 'a&&058;b&&&010 {=&& ~&\\n&}', ['a&&058;b&&&010', '+&&', '-&\n&']],
    ['arrows', 'a->b {=c->d ~e -> f}', ['a->b', '+c->d', '-e -> f']],
    ['a comment behind', 'a {=b ~c} // d: e', ['a', '+b', '-c']],
    [
      'texts that could be hostile',
      '<script>1</script> {=<img src\\=x> ~c}',
      ['<script>1</script>', '+<img src=x>', '-c'],
    ],
  ])('reads %s', (_, text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it.each([
    ['a', 'It is a text without answers'],
    ['::a::', 'It is a text without answers'],
    ['a {}', 'It is an essay question: there are no answers to choose from'],
    ['a {####b}', 'It is an essay question: there are no answers to choose from'],
    ['a {=b}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {=b =%50%c}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {b}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {#3}', 'It is a numerical question: there are no answers to choose from'],
    ['a {#\n=1822:0 #right\n=%50%1822:2}', 'It is a numerical question: there are no answers to choose from'],
    ['a {=b -> c =d -> e}', 'It is a matching question, in which answers are paired and not chosen'],
  ])('says why %j cannot be a question of a quiz', (text, problem) => {
    expect(shape(text)).toBe(problem);
  });

  it.each([
    ['// x\n\na {\n=b\n~c', 'Line 5: the closing brace is missing'],
    ['a {\n\n=b\n\n~}', 'Line 5: “~” is not expected here'],
    ['a }', 'Line 1: “}” is not expected here'],
    ['a {=b ~c}\nd {=e ~f}', 'Line 2: there is a second opening brace: is a blank line missing between two questions?'],
    ['a {\n=b\n~%much%c}', 'Line 3: the weight of an answer must be a number from -100 to 100'],
    ['a {~%200%b ~c}', 'Line 1: the weight of an answer must be a number from -100 to 100'],
    ['::a\nb:: c {\n=d ~}', 'Line 3: “~” is not expected here'],
  ])('says where %j has an error', (text, problem) => {
    expect(shape(text)).toBe(problem);
  });

  it.each([
    ['{=a ~b}', 'text: must have 1 to 1000 characters'],
    [`${'a'.repeat(1_001)} {=b ~c}`, 'text: must have 1 to 1000 characters'],
    ['a {~b ~c}', 'answers: at least one answer must be correct'],
    [`a {=b ~${'c'.repeat(501)}}`, 'answers[1].text: must have 1 to 500 characters'],
    [`a {=b ${'~c'.repeat(10)}}`, 'answers: must have at most 10 items'],
    ['a {=\\n ~b}', 'answers[0].text: must have 1 to 500 characters'],
  ])('applies the rules of quizzes to questions: %#', (text, problem) => {
    expect(shape(text)).toContain(problem);
  });

  it('returns every question in order, with its line and its name', () => {
    const file = '// head\n\n::One \\: 1::a {T}\n\n$CATEGORY: x\n\n:: ::\nb {\n\n::Three\n  3:: c {F}\n\n::d {T}';
    const questions = read(file);
    expect(questions.map(({ line, name, question }) => [line, name, question?.text])).toEqual([
      [3, 'One : 1', 'a'],
      [7, null, undefined],
      [10, 'Three 3', 'c'],
      [13, null, '::d'],
    ]);
  });

  it('returns questions that are valid in the body of a quiz', () => {
    const [first] = read('a {T}');
    expect(first).toEqual({
      line: 1,
      name: null,
      question: {
        text: 'a',
        imageUrl: null,
        answers: [
          { text: 'True', isCorrect: true },
          { text: 'False', isCorrect: false },
        ],
      },
      problem: null,
      dropped: [],
    });
  });

  it('reports what it drops, with the lines of the file', () => {
    const file = '// head\n\n::Name\n of two lines:: a {\n// a comment\n~%50%b # half\n\n~%50%c\n####all\n}\n\nd {T}';
    const questions = read(file);
    expect(questions.map(({ dropped }) => dropped)).toEqual([
      [
        { what: 'weight', line: 6 },
        { what: 'feedback', line: 6 },
        { what: 'weight', line: 8 },
        { what: 'feedback', line: 9 },
      ],
      [],
    ]);
  });

  it('drops nothing of a question that it cannot read', () => {
    expect(read('a {~%50%b#half ~%50%c')[0]?.dropped).toEqual([]);
  });

  it('reports how many questions of a long file it left out', () => {
    const file = (count: number) => Array.from({ length: count }, (_, index) => `q${index} {T}`).join('\n\n');
    expect(read(file(MAX_QUESTIONS)).every(({ problem }) => problem === null)).toBe(true);
    const questions = read(file(MAX_QUESTIONS + 5));
    expect(questions).toHaveLength(MAX_QUESTIONS + 1);
    expect(questions.slice(0, -1).every(({ problem }) => problem === null)).toBe(true);
    const problem = 'Only 200 questions are read at once: this one and 4 after it were left out';
    expect(questions.at(-1)).toEqual({ line: 401, name: null, question: null, problem, dropped: [] });
  });

  it('does not parse a question that is longer than any valid one', () => {
    const [long, next] = read(`::Long:: a {=b#${'c'.repeat(MAX_LENGTH)} ~d}\n\ne {T}`);
    expect(long).toMatchObject({ name: 'Long', problem: 'It is longer than 20000 characters' });
    expect(next?.problem).toBeNull();
    expect(shape(`a {=b#${'c'.repeat(MAX_LENGTH - 10)} ~d}`)).toEqual(['a', '+b', '-d']);
  });

  it.each([
    ['', '{'],
    ['', '{}\n\n'],
    ['', ' '],
    ['', '\n'],
    ['', 'a\n\n'],
    ['', '&:'],
    ['', '//[id:'],
    ['::', '\\a'],
    ['q {', '}'],
    ['q {', '~a'],
    ['q {', '=a->b'],
    ['q {', '~%1'],
    ['q {\n', '\n\n#'],
  ])(
    'reads %j followed by a million characters of %j, in one question or in many, without quadratic work',
    (head, unit) => {
      const part = head + unit.repeat((MAX_LENGTH - head.length) / unit.length);
      for (const file of [head + unit.repeat(1_000_000 / unit.length), Array<string>(10).fill(part).join('\n\n')]) {
        const before = process.cpuUsage();
        expect(read(file).length).toBeLessThanOrEqual(MAX_QUESTIONS + 1);
        // Processor time does not depend on what else runs. Work that is quadratic in the length would take hours.
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000_000).toBeLessThan(20);
      }
    },
  );
});
