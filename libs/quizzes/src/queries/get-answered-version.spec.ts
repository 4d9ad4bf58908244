import type { Database } from '#libs/database';
import { QuizNotFound } from '../quiz.errors.js';
import { type QuizReader, type QuizState, toVersion } from '../quiz-reader.js';
import { GetAnsweredVersion, GetAnsweredVersionHandler } from './get-answered-version.query.js';

const OLD_QUESTION = '019b76da-a800-7000-8000-000000000009';

/** A quiz at its second version that is deleted after it was read once. */
function handlerOfDeletedQuiz(): GetAnsweredVersionHandler {
  const states = [{ id: 'quiz', version: 2 } as QuizState];
  const reader = {
    getState: () => (states.length > 0 ? Promise.resolve(states.shift()) : Promise.reject(new QuizNotFound())),
    getVersion: () => Promise.resolve(toVersion([])),
  } as unknown as QuizReader;
  const database = { query: () => Promise.resolve([]) } as unknown as Database;
  return new GetAnsweredVersionHandler(reader, database);
}

describe('GetAnsweredVersion', () => {
  it('throws QuizNotFound, not an unknown question, if the quiz is deleted in the meantime', async () => {
    const query = new GetAnsweredVersion('quiz', [OLD_QUESTION]);
    await expect(handlerOfDeletedQuiz().execute(query)).rejects.toBeInstanceOf(QuizNotFound);
  });
});
