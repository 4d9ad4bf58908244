import { QuizServiceClient } from './client.js';
import { QuizServiceError } from './errors.js';

const OPTIONS = { baseUrl: 'http://localhost/api', apiKey: 'qk_secret' };

it.each([
  ['a line break in the key', { apiKey: 'qk_secret\nqk_secret' }],
  ['an empty key', { apiKey: '' }],
  ['a base URL without its scheme', { baseUrl: 'localhost:3000/api' }],
  ['a base URL with a password', { baseUrl: 'http://user:qk_secret@localhost/api' }],
])('a client is not made with %s, and the error does not contain it', (_, wrong) => {
  const make = () => new QuizServiceClient({ ...OPTIONS, ...wrong });
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow(/qk_secret/);
});

it('editQuiz stores nothing if it cannot know whether the quiz was changed', async () => {
  const methods: string[] = [];
  const client = new QuizServiceClient({
    ...OPTIONS,
    fetch: (request) => {
      methods.push((request as Request).method);
      return Promise.resolve(Response.json({ title: 'Capitals', questions: [] }));
    },
  });
  const edited = client.editQuiz('1', (quiz) => ({ ...quiz, title: 'Rivers' }));
  await expect(edited).rejects.toThrow(QuizServiceError);
  await expect(edited).rejects.toThrow('no ETag');
  expect(methods).toEqual(['GET']);
});
