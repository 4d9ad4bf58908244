import type { OpenApiDocument } from '../support/openapi/document.js';

const text = { type: 'string', minLength: 1, maxLength: 1000 };
const url = { type: ['string', 'null'], format: 'uri', maxLength: 2048 };
const rateLimit = { 'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' } };
const json = (schema: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } });
const error = (...texts: string[]) => ({
  description: texts.join(' or '),
  headers: rateLimit,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(texts.map((value, at) => [`case${String(at)}`, { value: { error: value } }])),
    },
  },
});
const refusals = {
  '401': error('API key is required', 'Invalid API key'),
  '403': error('Insufficient permissions'),
  '429': error('Rate limit exceeded. Please try again later.'),
};
const quizItem = {
  id: { type: 'string', format: 'uuid' },
  title: { type: 'string' },
  description: { type: ['string', 'null'] },
  maxAttempts: { type: 'integer', minimum: 1 },
};

const description = {
  openapi: '3.1.1',
  info: { title: 'Quizzes', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '/api' }],
  security: [{ apiKey: [] }],
  paths: {
    '/quizzes': {
      get: {
        operationId: 'listQuizzes',
        summary: 'List quizzes',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 30 } },
        ],
        responses: { '200': { description: 'A page', headers: rateLimit, content: json('QuizPage') }, ...refusals },
      },
      post: {
        operationId: 'createQuiz',
        summary: 'Create a quiz',
        security: [{ apiKey: ['quizzes:write'] }],
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }],
        requestBody: { required: true, content: json('QuizInput') },
        responses: {
          '201': {
            description: 'The new quiz',
            headers: { ...rateLimit, Location: { required: true, schema: { type: 'string' } } },
            content: json('Quiz'),
          },
          '400': error('title: must be a text of 1 to 200 characters'),
          ...refusals,
        },
      },
    },
    '/quizzes/{id}': {
      parameters: [{ $ref: '#/components/parameters/QuizId' }],
      get: {
        operationId: 'getQuiz',
        summary: 'Get a quiz',
        responses: {
          '200': { description: 'The quiz', headers: rateLimit, content: json('Quiz') },
          ...refusals,
          '404': { $ref: '#/components/responses/QuizNotFound' },
        },
      },
    },
  },
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    headers: { RateLimitRemaining: { description: 'Requests left', schema: { type: 'integer' } } },
    parameters: { QuizId: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    responses: { QuizNotFound: error('Quiz not found') },
    schemas: {
      Error: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      QuizItem: { type: 'object', required: ['id', 'title', 'description', 'maxAttempts'], properties: quizItem },
      QuizPage: {
        type: 'object',
        required: ['quizzes', 'pagination'],
        properties: {
          quizzes: { type: 'array', items: { $ref: '#/components/schemas/QuizItem' } },
          pagination: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } },
        },
      },
      Quiz: {
        allOf: [{ $ref: '#/components/schemas/QuizItem' }],
        type: 'object',
        required: ['author', 'questions'],
        properties: {
          author: { anyOf: [{ $ref: '#/components/schemas/Profile' }, { type: 'null' }] },
          questions: { type: 'array', items: { $ref: '#/components/schemas/Question' } },
        },
      },
      Profile: { type: 'object', required: ['image'], properties: { image: url, role: { enum: ['admin', 'player'] } } },
      Question: {
        type: 'object',
        required: ['id', 'text', 'answers'],
        properties: {
          id: { type: 'string' },
          text: { type: 'string' },
          answers: { type: 'array', items: { $ref: '#/components/schemas/Answer' } },
        },
      },
      Answer: {
        type: 'object',
        required: ['text', 'isCorrect'],
        properties: { text: { type: 'string' }, isCorrect: { type: 'boolean' } },
      },
      QuizInput: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'questions'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200 },
          heroImageUrl: url,
          maxAttempts: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
          questions: {
            type: 'array',
            minItems: 1,
            maxItems: 200,
            items: { $ref: '#/components/schemas/QuestionInput' },
          },
        },
      },
      QuestionInput: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text, kind: { type: 'string', enum: ['single', 'multiple'] } },
      },
    },
  },
};

/** A description of a part of this API as one would write it by hand, new on each call. */
export function quizDescription(): OpenApiDocument {
  return structuredClone(description);
}
