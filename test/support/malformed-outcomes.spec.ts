import { judge, operationsOf } from './malformed-oracle.js';
import { declaredOutcomes } from './malformed-outcomes.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';
import type { OpenApiDocument } from './openapi/document.js';

const NOT_FOUND = { status: 404, error: 'Badge not found' };
const RETIRED = { status: 409, error: 'Badge is retired' };

const responseTo = ({ error }: { error: string }) => ({ content: { 'application/json': { example: { error } } } });

/** The outcomes of a module that only describes its operation. */
function outcomesOf(template: string, id: string) {
  const responses = { 204: {}, 404: responseTo(NOT_FOUND), 409: responseTo(RETIRED) };
  const document = {
    openapi: '3.1.1',
    info: { title: 'Badges', version: '1' },
    servers: [{ url: '/admin/api' }],
    paths: { [template]: { delete: { responses } } },
  } as unknown as OpenApiDocument;
  expect(operationsOf(document)).toHaveLength(1);
  const request = { method: 'DELETE', target: `/admin/api${template.replace('{id}', id)}`, headers: {} };
  const rejectCaller = () => undefined;
  return judge({ document, isLimited: false, outside: [], rejectCaller, settle: declaredOutcomes }, request);
}

describe('a call of an operation that no module says more about', () => {
  it('has the success or any declared error', () => {
    expect(outcomesOf('/badges/{id}', 'none')).toMatchObject([{ status: 204 }, RETIRED, NOT_FOUND]);
  });

  it('is not found with an id that does not exist', () => {
    expect(outcomesOf('/quizzes/{id}', 'none')).toEqual([NOT_FOUND]);
  });

  it('is found with an id that exists', () => {
    expect(outcomesOf('/quizzes/{id}', PLACEHOLDERS.played)).toMatchObject([{ status: 204 }, RETIRED]);
  });
});
