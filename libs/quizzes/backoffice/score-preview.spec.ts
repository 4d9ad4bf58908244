import type { Quiz } from './quiz-values';
import { scorePreview } from './score-preview';

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
