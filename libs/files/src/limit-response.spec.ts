import { limitResponse } from './limit-response.js';
import { UnreadableFile } from './unreadable-file.js';

it('limitResponse accepts what takes a million characters in a response, and nothing longer', () => {
  const largest = ['x'.repeat(999_996)];
  expect(limitResponse(largest)).toBe(largest);
  expect(() => limitResponse(['x'.repeat(999_997)])).toThrow(UnreadableFile);
});
