import type { Quiz } from './quiz-values';
import { isPassed, scorePreview } from './score-preview';

const question = (id: string, ...correct: boolean[]): Quiz['questions'][number] => ({
  id,
  text: id,
  imageUrl: null,
  order: 0,
  answers: correct.map((isCorrect, index) => ({ id: `${id}${index}`, text: `${index}`, isCorrect })),
});

it('scorePreview: counts a question as correct if one of its correct answers was chosen', () => {
  const questions = [
    question('a', true, false, true),
    question('b', false, true),
    question('c', true),
    question('d', true),
  ];
  const scored = scorePreview(questions, { a: 'a2', b: 'b0', d: 'gone' });
  expect(scored.map(({ chosen, isCorrect }) => [chosen?.id, isCorrect])).toEqual([
    ['a2', true],
    ['b0', false],
    [undefined, false],
    [undefined, false],
  ]);
});

it.each([
  [2, 3, 66, true],
  [2, 3, 67, false],
  [29, 100, 29, true],
  [0, 3, 0, true],
])('isPassed: %d of %d by a pass mark of %d%%', (correct, total, passPercentage, expected) => {
  const questions = Array.from({ length: total }, (_, index) => question(`${index} `, true));
  const choices = Object.fromEntries(questions.slice(0, correct).map(({ id }) => [id, `${id}0`]));
  expect(isPassed(scorePreview(questions, choices), passPercentage)).toBe(expected);
});
