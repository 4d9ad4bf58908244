import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintDocument } from '../support/openapi/lint-openapi.js';
import { quizDescription } from './quiz-description.fixture.js';

const bad = {
  openapi: '3.1.1',
  info: { title: 'Bad', version: '1.0.0' },
  paths: {
    '/quizzes/{id}/': {
      get: {
        responses: { '200': { description: 'ok', content: { 'application/json': { schema: { $ref: '#/nowhere' } } } } },
      },
    },
  },
};

describe('lintDocument', () => {
  it('finds nothing in a good document', async () => {
    expect(await lintDocument(quizDescription())).toEqual([]);
  });

  it('finds the problems of a bad document, with their places', async () => {
    const problems = await lintDocument(bad);
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(
      expect.arrayContaining([
        'no-unresolved-refs',
        'operation-summary',
        'path-parameters-defined',
        'security-defined',
      ]),
    );
    expect(problems).toContainEqual({
      ruleId: 'no-path-trailing-slash',
      message: expect.stringContaining('/quizzes/{id}/') as string,
      location: '#/paths/~1quizzes~1{id}~1',
    });
  });

  it('does not follow references out of the document', async () => {
    const document = quizDescription();
    document.components = { ...document.components, schemas: { Quiz: { $ref: 'https://example.com/quiz.json' } } };
    const problems = await lintDocument(document);
    expect(problems).toContainEqual(
      expect.objectContaining({
        ruleId: 'no-unresolved-refs',
        message: expect.stringContaining('https://example.com/quiz.json is outside of the document') as string,
      }),
    );
  });

  it('reads a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    try {
      await writeFile(join(folder, 'good.json'), JSON.stringify(quizDescription()));
      await writeFile(join(folder, 'bad.json'), JSON.stringify(bad));
      expect(await lintDocument(join(folder, 'good.json'))).toEqual([]);
      expect(await lintDocument(join(folder, 'bad.json'))).toEqual(await lintDocument(bad));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
