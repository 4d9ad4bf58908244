import { parseBody, ValidationFailed } from '#libs/http';
import type { ReadQuestion } from '#libs/question-formats';
import { ANSWER_COUNT, QuestionBody } from './quiz.dto.js';

/** The question of a file, unless it breaks a rule of quizzes: the problem says so to people who do not know the API. */
export function checkQuestion(read: ReadQuestion): ReadQuestion {
  const { question } = read;
  if (question === null) return read;
  const reject = (problem: string): ReadQuestion => ({ ...read, question: null, problem, dropped: [] });
  const { min, max } = ANSWER_COUNT;
  const count = question.answers.length;
  if (count < min) return reject(`It has ${count === 1 ? '1 answer' : 'no answers'}, but needs ${min} to ${max}`);
  if (count > max) return reject(`It has more than ${max} answers`);
  try {
    parseBody(QuestionBody, question);
    return read;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return reject(error.message.replace(/answers\[(\d+)\]\.text/g, (_, index) => `answer ${Number(index) + 1}`));
  }
}
