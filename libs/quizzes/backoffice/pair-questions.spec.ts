import { correctedQuestions, losesQuestion } from './pair-questions';
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

describe('correctedQuestions', () => {
  const correct = (position: number, ...texts: string[]) => {
    const [text = '', ...answers] = texts;
    const corrected = question(text, ...answers);
    return { ...corrected, answers: corrected.answers.map((one, at) => ({ ...one, isCorrect: at === position })) };
  };
  const stored = [question('a', 'x', 'y'), question('a', 'x', 'y'), question('b', 'x', 'y')];

  it('finds questions whose correct answers were changed, wherever they moved to', () => {
    const changed = [correct(1, 'b', 'x', 'y'), question('a', 'x', 'y'), correct(1, 'a', 'x', 'y')];
    expect(correctedQuestions(stored, changed)).toEqual([0, 2]);
    expect(losesQuestion(stored, changed)).toBe(false);
  });

  it('finds none in unchanged, reworded and added questions', () => {
    const changed = [...stored.toReversed(), correct(1, 'c', 'x', 'y')];
    expect(correctedQuestions(stored, changed)).toEqual([]);
    expect(correctedQuestions(stored, [correct(1, 'B', 'x', 'y')])).toEqual([]);
  });
});
