import { findQuestions } from './find-questions';
import { toQuestionValues } from './quiz-values';

const questions = [
  { text: 'Wie heißt die Hauptstadt?', answers: ['Zürich', 'Bern'] },
  { text: 'Ďalšia otázka', answers: ['Áno', 'Nie'] },
].map(({ text, answers }) =>
  toQuestionValues({ text, answers: answers.map((answer) => ({ text: answer, isCorrect: true })) }),
);

describe('findQuestions', () => {
  it.each([
    ['hauptstadt', [0]],
    ['zurich', [0]],
    ['ZÜRICH', [0]],
    [' dalsia ', [1]],
    ['HEISST', [0]],
    ['i', [0, 1]],
    ['nowhere', []],
    ['  ', []],
  ])('%j: questions %j', (text, found) => {
    expect(findQuestions(questions, text)).toEqual(found.map((index) => questions[index]));
  });
});
