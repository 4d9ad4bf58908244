import { type Sort, sortQuestions } from './sort-questions';

const question = (difficulty: number | null, attempts: number, unanswered: number) =>
  ({ difficulty, attempts, unanswered: { attempts: unanswered } }) as Parameters<typeof sortQuestions>[0][number];

const questions = [question(0.5, 10, 5), question(null, 0, 0), question(0.2, 40, 4)];

const numbers = (sort: Sort, order: 'asc' | 'desc') =>
  sortQuestions(questions, sort, order).map(({ number }) => number);

it('sortQuestions: questions without the value are last in both orders', () => {
  expect(numbers('number', 'desc')).toEqual([3, 2, 1]);
  expect(numbers('difficulty', 'asc')).toEqual([3, 1, 2]);
  expect(numbers('difficulty', 'desc')).toEqual([1, 3, 2]);
  expect(numbers('unanswered', 'asc')).toEqual([3, 1, 2]);
});
