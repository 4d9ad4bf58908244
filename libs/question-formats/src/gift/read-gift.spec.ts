import { MAX_LENGTH } from '../choice-question.js';
import { limitQuestions, MAX_QUESTIONS } from '../parsed-question.js';
import { readGift } from './read-gift.js';

const read = (source: string) => limitQuestions(readGift(source));

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
    ['part of the points beside an answer with all of them', 'a {~b ~%25.5%c =d ~%0%e}', ['a', '-b', '-c', '+d', '-e']],
    ['several answers with all points', 'a {~%100%b ~%100%c ~%50%d}', ['a', '+b', '+c', '-d']],
    ['a weight in the text of the correct answer', 'a {=[plain]%20% of b ~%30% of c}', ['a', '+%20% of b', '-of c']],
    ['answers that begin with a percent sign', 'a {=%20 ~%30 ~%50}', ['a', '+%20', '-%30', '-%50']],
    ['answers with percent signs on several lines', 'a {\n=%2F\n~%20\n~+\n}', ['a', '+%2F', '-%20', '-+']],
    ['percent signs at both ends', 'a {=%half%b ~%c% ~%5% ~%}', ['a', '+%half%b', '-%c%', '-%5%', '-%']],
    ['true', 'a {T}', ['a', '+True', '-False']],
    ['true in lower case', 'a {True}', ['a', '+True', '-False']],
    ['false with feedback', 'a {FALSE#no#yes####all}', ['a', '-True', '+False']],
    ['feedback', 'a {=b#right: yes! ~c # wrong####in general}', ['a', '+b', '-c']],
    ['many lines', 'a\n  b {\n  =c\n    d\n\n\t~e\n}', ['a\n  b', '+c\n    d', '-e']],
    ['both marks at once, and answers without a text', 'a {~b~=c ~ ~=d =}', ['a', '-b', '+c', '+d']],
    ['an answer without a mark', 'a {b ~d =c}', ['a', '-b', '-d', '+c']],
    ['a gap inside a word', 'Th{=ei ~ie}r', ['Th_____r', '+ei', '-ie']],
    ['a gap', 'a {~b =c} d', ['a _____ d', '-b', '+c']],
    ['a gap before a full stop', 'a {~b =c}.', ['a _____.', '-b', '+c']],
    ['escapes', 'a\\: \\{b\\} \\n\\\\n {=\\=c\\# ~\\~d\\\\}', ['a: {b} \n\\n', '+=c#', '-~d\\']],
    ['marks that mean nothing there', '2+2=? ~ # a: b {=c: http://d ~e}', ['2+2=? ~ # a: b', '+c: http://d', '-e']],
    ['backslashes before other characters', 'C:\\dir {=\\a ~\\ b}', ['C:\\dir', '+\\a', '-\\ b']],
    ['formats', '[html]<p>a  <b>b</b></p> {=[plain]<c> ~[markdown]*d*}', ['a b', '+<c>', '-*d*']],
    ['answers in the format of the question', '[html]<p>a &lt; b</p>{=<p>c</p> ~<p>d</p>}', ['a < b', '+c', '-d']],
    ['line ends of HTML', '[html]a\n  b {=c ~d}', ['a b', '+c', '-d']],
    ['line ends of Moodle’s own format', '[moodle]<b>a</b>\n  b {=c ~d}', ['a\nb', '+c', '-d']],
    ['HTML without a mark', '<p>a</p>b<br>c {=<b>d</b> ~&lt;e&gt;}', ['a\nb\nc', '+d', '-<e>']],
    ['entities without a mark', 'caf&eacute; {=It&\\#x2019;s ~&\\#8364; ~b}', ['café', '+It’s', '-€', '-b']],
    ['what looks like entities', 'p \\= &x; {=&notify; ~&y;}', ['p = &x;', '+&notify;', '-&y;']],
    ['elements of a whole page', 'What is <title>a</title>? {=b ~c}', ['What is <title>a</title>?', '+b', '-c']],
    ['tags that are the answers', 'a</b> {=<b> ~<i>}', ['a</b>', '+<b>', '-<i>']],
    ['tags that differ', 'a {=<b>c</b> ~<i>c</i>}', ['a', '+<b>c</b>', '-<i>c</i>']],
    ['unknown tags', 'List<String> < b {=<iostream> ~c}', ['List<String> < b', '+<iostream>', '-c']],
    ['code', '[html]<pre>if a\\:\n  b</pre>{=<pre>  c</pre> ~d}', ['if a:\n  b', '+  c', '-d']],
    ['unknown formats', '[a] b {=[c] d ~e}', ['[a] b', '+[c] d', '-e']],
    ['spaces within a line', 'a  b \\{  c {=d  e ~  f\\=  g  }', ['a  b {  c', '+d  e', '-f=  g']],
    ['what the parser replaces', 'a&&058;b&&&010 {=&& ~&\\n&}', ['a&&058;b&&&010', '+&&', '-&\n&']],
    ['arrows', 'a->b {=c->d ~e -> f}', ['a->b', '+c->d', '-e -> f']],
    ['slashes after the name', '::n:: // a\nb {=c ~d}', ['// a\nb', '+c', '-d']],
    ['slashes inside a line', 'a {=b ~c} // d', ['a _____ // d', '+b', '-c']],
    [
      'texts that could be hostile',
      '<script>1</script> {=<img src\\=x> ~c}',
      ['<script>1</script>', '+<img src=x>', '-c'],
    ],
  ])('reads %s', (_, text, expected) => {
    expect(shape(text)).toEqual(expected);
  });

  it.each([
    '<font color\\=red>a</font>',
    '<small>a</small>',
    '<kbd>a</kbd>',
    '<ul><li>a</ul>',
    '<center>a</center >',
    '<dl><dd>a</dl>',
    '<H1>a</H1>',
    '<p style\\="text-align\\: left">a',
    'a<br clear\\="all">',
    'a <img src\\="b.png">',
    'a <video src\\="b"></video>',
  ])('takes %j without a mark for HTML', (text) => expect(shape(`${text} {=c ~d}`)).toEqual(['a', '+c', '-d']));

  it.each([
    ['a', 'It is a text without answers'],
    ['::a::', 'It is a text without answers'],
    ['a {}', 'It is an essay question: there are no answers to choose from'],
    ['a {####b}', 'It is an essay question: there are no answers to choose from'],
    ['a {=b}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {=b =%50%c}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {b}', 'It is a short answer question: there are no wrong answers to choose from'],
    ['a {#3}', 'It is a numerical question: there are no answers to choose from'],
    ['a {#3#right}', 'It is a numerical question: there are no answers to choose from'],
    ['a {=b -> c#right =d -> e}', 'It is a matching question, in which answers are paired and not chosen'],
    ['a ~b\n=c', 'The braces around the answers are missing: write {=right ~wrong}'],
    ['a = b', 'It is a text without answers'],
    ['{=a ~b}', 'It has no text'],
    ['::a?::{=b ~c}', 'It has a title, but no text after it'],
    ['[html]<p><img src\\="a.png"></p>{=b ~c}', 'It consists only of an image: write the question as text'],
    ['[html]a{=<b>b</b> ~b}', 'Two answers are equal without their formatting and images'],
    ['a <math><mn>1</mn></math>{=b ~c}', 'It has a formula (MathML): write it as text'],
    ['[html]a{=b ~<img src\\="a.png">}', 'An answer consists only of an image: write what it shows as text'],
    ['a {#\n=1822:0 #right\n=%50%1822:2}', 'It is a numerical question: there are no answers to choose from'],
    ['a {=b -> c =d -> e}', 'It is a matching question, in which answers are paired and not chosen'],
  ])('says why %j cannot be a question of a quiz', (text, problem) => {
    expect(shape(text)).toBe(problem);
  });

  it.each([
    ['// x\n\na {\n=b\n~c', 'Line 5: the closing brace is missing'],
    ['a }', 'Line 1: the opening brace is missing'],
    ['a\n} {=b ~c}', 'Line 2: the opening brace is missing'],
    ['a {=b ~c}\n}', 'Line 2: there is a second closing brace'],
    ['a {=b ~c}\nd {=e ~f}', 'Line 2: there is a second opening brace: is a blank line missing between two questions?'],
    ['a {\n=b\n~%--5%c}', 'Line 3: the weight of an answer must be a number from -100 to 100'],
    ['a {~%200%b ~c}', 'Line 1: the weight of an answer must be a number from -100 to 100'],
    ['::a\nb:: c {\n=d\n~%200%e}', 'Line 4: the weight of an answer must be a number from -100 to 100'],
  ])('says where %j has an error', (text, problem) => {
    expect(shape(text)).toBe(problem);
  });

  it.each(['{=%20% of b ~%30% of c ~%50% of d}', '{~%50%b ~c = %100%d}', '{=%--5%b ~c}'])(
    'rejects a weight behind “=”: %j',
    (answers) => {
      expect(shape(`a ${answers}`)).toContain('Line 1: “=” gives all points, so no weight can follow it. Remove one');
    },
  );

  it('limits the answers that are read', () => {
    expect(shape(`a {=b ${'~'.repeat(100)}~c}`)).toBe('It has more than 100 answers');
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
    const file =
      '// head\n\n::Name\n of two lines:: a {\n// a comment\n~%50%b # half\n\n~%50%c\n####<b>all</b>\n}\n\nd {T}';
    const questions = read(file);
    expect(questions.map(({ dropped }) => dropped)).toEqual([
      [
        { what: 'weight', line: 6 },
        { what: 'feedback', line: 6 },
        { what: 'weight', line: 8 },
        { what: 'formatting', line: 9 },
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

  it.each<[string, string, string[]]>([
    ['feedback of answers', 'a? {\n=b#right!\n~c # wrong\n~d\n}', ['2 feedback', '3 feedback']],
    ['formatting of an explanation', 'a {\n=b ~c\n####\n[html]<b>d</b>\n}', ['4 formatting']],
    ['an explanation that is too long', `a {\n=b ~c\n####${'d'.repeat(2001)}\n}`, ['3 explanation']],
    ['an explanation with a formula', 'a {\n=b ~c\n####[html]<math>d</math>\n}', ['3 explanation']],
    ['an explanation that consists of an image', 'a {\n=b ~c\n####[html]<img src\\="d">\n}', ['3 image']],
    ['nothing of an explanation', 'a {\n=b ~c\n####in general\n}', []],
    ['feedback of true and false', 'a {FALSE#no\n#yes}', ['1 feedback', '2 feedback']],
    ['feedback over several lines once', 'a {=b#one\ntwo\n~c}', ['1 feedback']],
    ['weights', 'a {\n~%50%b\n~%50%c\n~%-100%d\n~ %12.5% e\n}', [2, 3, 4, 5].map((line) => `${line} weight`)],
    ['both', 'a {~%50%b#half ~c =d}', ['1 weight', '1 feedback']],
    ['an image without a mark', 'a <img src\\="b.png"> {=c ~d}', ['1 image']],
    ['what HTML had', '[html]\n<b>a</b> {\n=b\n~<i>c</i>\n}', ['1 formatting', '4 formatting']],
    ['nothing of all or none of the points', 'a {=b ~%0%c ~%100%d}', []],
    ['nothing of empty feedback', 'a {=b# ~c#\n####\n}', []],
    ['nothing of escaped marks', 'a {=b\\# c ~\\=%50%d}', []],
    ['nothing outside of the braces', '# a ~%50% b {=c ~d} #e', []],
    ['nothing of a percent sign', 'a {=b 50% ~c 20% ~%d}', []],
  ])('reports the loss of %s', (_, file, losses) => {
    const [question] = read(file);
    expect(question?.problem).toBeNull();
    expect(question?.dropped.map(({ what, line }) => `${line} ${what}`)).toEqual(losses);
  });

  it.each([
    ['a question', 'a {=b#right ~c\n#### in general,\n\\#1\n}', 'in general,\n#1'],
    ['true and false', 'a {T#no#yes####all}', 'all'],
    ['several marks', 'a {=b ~c####no####yes}', 'yes'],
    ['the format of the question', '[html]a {=b ~c####<p>d</p><p>e</p>}', 'd\ne'],
    ['a format of its own', '[html]a {=b ~c####[plain]<p>}', '<p>'],
    ['no format', '<b>a</b> {=b ~c####d<br>e}', 'd\ne'],
    ['no format, but tags that only it has', 'a < b {=b ~c<####<p>d</p>}', 'd'],
    ['tags that are the answers', 'Bold? {=<b> ~<i>####Use <b>bold</b>}', 'Use <b>bold</b>'],
    ['as many characters as it can have', `a {T####${'😀'.repeat(2000)}}`, '😀'.repeat(2000)],
    ['nothing in it', 'a {=b ~c\n####\n}', undefined],
    ['an image', '[html]a {=b ~c####<img src\\="d">}', undefined],
    ['too many characters', `a {=b ~c####${'d'.repeat(2001)}}`, undefined],
  ])('reads the explanation of a question with %s', (_, file, explanation) => {
    expect(read(file)[0]).toMatchObject({ problem: null, question: { answers: [{}, {}] } });
    expect(read(file)[0]?.question?.explanation).toBe(explanation);
  });

  it('rejects texts that are longer than any valid one, but not for images inside them', () => {
    const [long, next] = read(`::Long:: a {=b ~${'c'.repeat(MAX_LENGTH)}}\n\ne {T}`);
    expect(long).toMatchObject({ line: 1, problem: 'It has more than 60000 characters' });
    expect(next?.problem).toBeNull();
    const image = `<img src\\="data\\:image/png;base64,${'A'.repeat(MAX_LENGTH)}\\=">`;
    expect(shape(`[html]a ${image} {=b#${'c'.repeat(MAX_LENGTH - 100)} ~d}`)).toEqual(['a', '+b', '-d']);
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
    ['[html]q {', '~<b>c</i>'],
    ['[html]q {=', '<sup>'],
    ['q &lt; {=', '</b>'],
    ['q {=', '&x;'],
    ['q {=', '<p '],
  ])(
    'reads %j followed by a million characters of %j, in one question or in many, without quadratic work',
    (head, unit) => {
      const part = head + unit.repeat(20_000 / unit.length);
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
