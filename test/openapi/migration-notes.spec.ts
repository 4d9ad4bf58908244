import { unannounced } from '../support/openapi/migration-notes.js';

const update = { where: 'PUT /quizzes/{id}', what: 'response 200: property maxAttempts removed' };
const list = { where: 'GET /quizzes', what: 'query parameter page removed' };

function changelog(...lines: string[]): string {
  return ['# Changelog', '', ...lines, '', '## [0.1.0] - 2026-11-01', '### Migration', '- Nothing.', ''].join('\n');
}

describe('unannounced', () => {
  it.each([
    ['as code', ['## Unreleased', '### Migration', '- `PUT /quizzes/{id}` no longer returns maxAttempts.']],
    ['as plain text', ['## Unreleased', '### Migration', '- maxAttempts is gone from PUT /quizzes/{id}.']],
    ['under a linked heading', ['## [Unreleased]', '### Migration', '- `PUT /quizzes/{id}`']],
    [
      'under a heading of its own',
      ['## Unreleased', '### Migration', '', '#### `PUT /quizzes/{id}`', 'Read it by GET.'],
    ],
    ['after other sections', ['## Unreleased', '### Added', '- A', '### Migration', '- `PUT /quizzes/{id}`']],
    ['in the second of two sections', ['## Unreleased', '### Migration', '', '### Migration', '- PUT /quizzes/{id}']],
  ])('a change is announced %s', (_name, lines) => {
    expect(unannounced([update], changelog(...lines))).toEqual([]);
    expect(unannounced([update], changelog(...lines).replaceAll('\n', '\r\n'))).toEqual([]);
  });

  it.each([
    ['nothing is written', []],
    ['there is no section', ['## Unreleased', '- `PUT /quizzes/{id}`']],
    ['it stands in another section', ['## Unreleased', '### Migration', '', '### Changed', '- `PUT /quizzes/{id}`']],
    ['it stands in a release', ['## Unreleased', '## 0.2.0', '### Migration', '- `PUT /quizzes/{id}`']],
    ['another method is named', ['## Unreleased', '### Migration', '- `GET /quizzes/{id}`']],
    ['a longer path is named', ['## Unreleased', '### Migration', '- `PUT /quizzes/{id}/attempts`']],
    ['a shorter path is named', ['## Unreleased', '### Migration', '- `PUT /quizzes`']],
    ['it is commented out', ['## Unreleased', '### Migration', '<!--', '- `PUT /quizzes/{id}`', '-->']],
  ])('a change is not announced if %s', (_name, lines) => {
    expect(unannounced([update], changelog(...lines))).toEqual([update]);
  });

  it('returns the changes without a note, by operation', () => {
    const other = { where: 'PUT /quizzes/{id}', what: 'response 200 removed' };
    const notes = changelog('## Unreleased', '### Migration', '- `GET /quizzes`');
    expect(unannounced([update, list, other], notes)).toEqual([update, other]);
  });

  it('returns nothing if nothing changed', () => {
    expect(unannounced([], '')).toEqual([]);
  });
});
