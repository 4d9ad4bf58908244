import { readFileSync } from 'node:fs';
import { etagOf, QuizServiceClient } from './client.js';
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

it.each(['updateQuiz', 'deleteQuiz'] as const)('%s sends nothing with the ETag of a copy', async (method) => {
  const client = new QuizServiceClient({ ...OPTIONS, fetch: () => Promise.reject(new Error('sent')) });
  const ifMatch = etagOf({ title: 'Capitals' });
  const change = { title: 'Capitals', questions: [] };
  const sending =
    method === 'updateQuiz' ? client.updateQuiz('1', change, { ifMatch }) : client.deleteQuiz('1', { ifMatch });
  await expect(sending).rejects.toThrow(TypeError);
});

it('the guide names each method', () => {
  const guide = readFileSync(new URL('../../../docs/api/10-first-call.md', import.meta.url), 'utf8');
  const methods = Object.getOwnPropertyNames(QuizServiceClient.prototype).filter((name) => name !== 'constructor');
  expect(methods.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
