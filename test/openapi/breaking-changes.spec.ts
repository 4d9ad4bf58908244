import { breakingChanges, unannounced } from '../support/openapi/breaking-changes.js';
import type { OpenApiDocument } from '../support/openapi/document.js';

const json = (media: object) => ({ 'application/json': media });
const question = { type: 'object', required: ['text'], properties: { text: { type: 'string' }, note: {} } };
const body = {
  type: 'object',
  properties: { title: { type: ['string', 'null'] }, questions: { type: 'array', items: question } },
};
const quiz = {
  allOf: [{ $ref: '#/components/schemas/Body' }],
  required: ['id'],
  properties: { id: { type: 'integer' } },
};
const description = JSON.stringify({
  paths: {
    '/quizzes/{id}': {
      put: {
        parameters: [{ in: 'query', name: 'dry' }],
        requestBody: { content: json({ schema: { $ref: '#/components/schemas/Body' } }) },
        responses: {
          200: { headers: { ETag: {} }, content: json({ schema: quiz }) },
          404: { content: json({ examples: { one: { value: { error: 'Quiz not found' } } } }) },
        },
      },
    },
  },
  components: { schemas: { Body: body } },
});

it.each([
  ['an operation that went', '"put"', '"post"', ['removed']],
  ['a parameter that went', '"dry"', '"wet"', ['query dry removed']],
  ['a parameter that became required', '"in":"query"', '"in":"query","required":true', ['query dry now required']],
  ['a field that went', '"note"', '"hint"', ['body.questions[].note removed', '200 body.questions[].note removed']],
  ['a request field that became required', '["text"]', '["text","note"]', ['body.questions[].note now required']],
  ['a response field that may be absent', '["id"]', '[]', ['200 body.id may be absent']],
  ['a narrower type in a request', '["string","null"]', '"string"', ['body.title: string,null → string']],
  ['a wider type in a response', '"integer"', '["integer","null"]', ['200 body.id: integer → integer,null']],
  ['a header that went', '"ETag"', '"Age"', ['200 header ETag removed']],
  ['an error text that went', 'Quiz not found', 'No quiz', ['404 {"error":"Quiz not found"} removed']],
  ['nothing if an optional field is new', '"note"', '"hint":{},"note"', []],
])('breakingChanges finds %s', (_, from, to, expected) => {
  const [before, after] = [description, description.replaceAll(from, to)].map(
    (text) => JSON.parse(text) as OpenApiDocument,
  );
  if (before === undefined || after === undefined) throw new Error('Two descriptions are compared');
  expect(breakingChanges(before, after).map(({ what }) => what)).toEqual(expected);
});

it('unannounced finds what the section Migration of the next release does not name', () => {
  const changes = ['GET /quizzes', 'PUT /quizzes/{id}', 'GET /me'].map((where) => ({ where, what: 'removed' }));
  const changelog =
    '## Unreleased\n- `GET /me`\n\n### Migration\n- `PUT /quizzes/{id}`\n\n## 1.0.0\n### Migration\n- `GET /me`';
  expect(unannounced(changes, changelog).map(({ where }) => where)).toEqual(['GET /quizzes', 'GET /me']);
});
