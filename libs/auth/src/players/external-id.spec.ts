import type { FastifyRequest } from 'fastify';
import { httpErrors } from '#libs/http';
import { externalIdIn, externalIdProblem } from './external-id.js';

describe('externalIdProblem', () => {
  it.each(['a', 'ada/1?x=%20', 'Ada Lovelace', '日本', '👩‍🚀', '...', 'a'.repeat(255), '😀'.repeat(255)])(
    'accepts %j',
    (text) => {
      expect(externalIdProblem(text)).toBeUndefined();
    },
  );

  it.each([
    ['', 'must have 1 to 255 characters'],
    ['a'.repeat(256), 'must have 1 to 255 characters'],
    ['\ud800', 'must be well-formed Unicode'],
    ['a\u0000b', 'must have no control characters and no white space at its ends'],
    ['a\u007fb', 'must have no control characters and no white space at its ends'],
    [' a', 'must have no control characters and no white space at its ends'],
    ['a\u3000', 'must have no control characters and no white space at its ends'],
    ['\u200b', 'must have visible characters, and none that change the direction'],
    ['a\u202eb', 'must have visible characters, and none that change the direction'],
    ['.', 'must not be . or ..'],
    ['..', 'must not be . or ..'],
  ])('rejects %j', (text, problem) => {
    expect(externalIdProblem(text)).toBe(problem);
  });
});

describe('externalIdIn', () => {
  const inHeaders = (...sent: string[]) => {
    const headers = sent.length === 0 ? {} : { 'x-player': sent.join(', ') };
    return externalIdIn({ headers, raw: { headersDistinct: { 'x-player': sent } } } as unknown as FastifyRequest);
  };

  it('is undefined without the header', () => {
    expect(inHeaders()).toBeUndefined();
  });

  it.each([
    ['ada', 'ada'],
    ['ada/1, 2', 'ada/1, 2'],
    ['ada%2F1%25', 'ada/1%'],
    ['%E6%97%A5', '日'],
    [encodeURIComponent('😀'.repeat(255)), '😀'.repeat(255)],
  ])('decodes %s', (sent, externalId) => {
    expect(inHeaders(sent)).toBe(externalId);
  });

  it.each([[['']], [['ada', 'ada']], [['50%']], [['%ff']], [['café']], [['a%0a']], [['%20a']], [['a'.repeat(256)]]])(
    'is an error for %j',
    (sent) => {
      expect(inHeaders(...sent)).toBeInstanceOf(httpErrors.PlayerHeaderInvalid);
    },
  );
});
