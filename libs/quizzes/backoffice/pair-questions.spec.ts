import { correctionsOf, losesQuestion } from './pair-questions';
import { toQuestionValues } from './quiz-values';

const question = (text: string, ...answers: string[]) =>
  toQuestionValues({ text, answers: answers.map((answer, index) => ({ text: answer, isCorrect: index === 0 })) });

describe('losesQuestion', () => {
  const stored = [question('a', 'x', 'y'), question('a', 'x', 'y'), question('b', 'x', 'y')];

  it('finds no loss in moved and added questions', () => {
    expect(losesQuestion(stored, [question('b', 'x', 'y'), question('c', 'x', 'y'), ...stored.slice(0, 2)])).toBe(
      false,
    );
  });

  it.each([
    ['a changed text', [question('a', 'x', 'y'), question('a', 'x', 'y'), question('B', 'x', 'y')]],
    ['a changed answer', [question('a', 'x', 'y'), question('a', 'x', 'y'), question('b', 'x', 'z')]],
    ['answers in another order', [question('a', 'x', 'y'), question('a', 'y', 'x'), question('b', 'x', 'y')]],
    ['one of two equal questions that is removed', [question('a', 'x', 'y'), question('b', 'x', 'y')]],
  ])('finds %s', (_, changed) => expect(losesQuestion(stored, changed)).toBe(true));
});

describe('correctionsOf', () => {
  const correct = (position: number, ...texts: string[]) => {
    const [text = '', ...answers] = texts;
    const corrected = question(text, ...answers);
    return { ...corrected, answers: corrected.answers.map((one, at) => ({ ...one, isCorrect: at === position })) };
  };
  const stored = [question('a', 'x', 'y'), question('a', 'x', 'y'), question('b', 'x', 'y')];

  it('finds questions whose correct answers were changed, wherever they moved to', () => {
    const changed = [correct(1, 'b', 'x', 'y'), question('a', 'x', 'y'), correct(1, 'a', 'x', 'y')];
    expect(correctionsOf(stored, changed)).toEqual([
      { formerPosition: 2, isReworded: false },
      { formerPosition: 3, isReworded: false },
    ]);
    expect(losesQuestion(stored, changed)).toBe(false);
  });

  it('tells questions of the same text apart by their answers', () => {
    const former = [question('a', 'x', 'y'), question('a', 'p', 'q')];
    expect(correctionsOf(former, [correct(1, 'a', 'p', 'q'), correct(1, 'a', 'x', 'y')])).toEqual([
      { formerPosition: 1, isReworded: false },
      { formerPosition: 2, isReworded: false },
    ]);
  });

  it.each([
    ['in its text', correct(1, 'Which?', 'right', 'wrong')],
    ['in an answer', correct(1, 'Wich?', 'right', 'wrong!')],
    ['in all answers', correct(1, 'Wich?', 'right!', 'wrong!')],
    ['by an answer more', correct(1, 'Wich?', 'right', 'wrong', 'neither')],
    ['by the order of its answers', correct(0, 'Wich?', 'wrong', 'right')],
  ])('finds a question that is reworded %s', (_, changed) => {
    expect(correctionsOf([question('Wich?', 'right', 'wrong')], [changed])).toEqual([
      { formerPosition: 1, isReworded: true },
    ]);
  });

  it.each([
    ['unchanged and added questions', [...stored.toReversed(), correct(1, 'c', 'x', 'y')]],
    ['reworded ones', [...stored.slice(0, 2), question('B', 'x', 'z')]],
    ['other answers in another order', [...stored.slice(0, 2), correct(1, 'b', 'y', 'x')]],
    ['another question in place of one', [...stored.slice(0, 2), correct(1, 'c', 'p', 'q')]],
    ['removed ones', []],
  ])('finds none in %s', (_, changed) => expect(correctionsOf(stored, changed)).toEqual([]));

  it.each([
    ['the same answers', correct(1, 'Ice sinks in water', 'True', 'False')],
    ['an answer in common', correct(1, 'Which is a sea?', 'None of these', 'True')],
  ])('finds none in another question with %s', (_, changed) =>
    expect(correctionsOf([question('The sun is a star', 'True', 'False')], [changed])).toEqual([]),
  );
});
