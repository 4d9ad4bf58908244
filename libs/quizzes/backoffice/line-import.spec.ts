import { findProblem, importLines, MAX_LINE_BYTES } from './line-import';

const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

it('importLines sends the lines of a file, except those that are too long', async () => {
  const received: string[] = [];
  const file = new Blob(['a', '\n\n', 'b'.repeat(MAX_LINE_BYTES + 1), '\n', 'old', '\n']);
  const run = importLines(file, (content) => {
    received.push(textOf(content));
    return Promise.resolve({ quiz: { id: 'id', title: textOf(content) }, isExisting: received.length === 2 });
  });
  await run.run();
  expect(received).toEqual(['a', 'old']);
  const outcomes = run.getState().outcomes.toSorted((one, other) => one.line - other.line);
  expect(outcomes).toMatchObject([
    { line: 1, kind: 'created', result: { title: 'a' } },
    { line: 3, kind: 'rejected', reason: 'Request body is too large' },
    { line: 4, kind: 'existing', result: { title: 'old' } },
  ]);
});

it.each([
  ['{"title": "Quiz"}\n', true],
  ['\uFEFF\n  {"title"', true],
  ['', true],
  ['<?xml version="1.0"?>\n<quiz/>', false],
  ['\n[{"title": "Quiz"}]', false],
  ['question,answer1,answer2,correct', false],
])('findProblem of a file that begins with %j finds none: %j', async (text, isFine) => {
  expect((await findProblem(new Blob([text]))) === undefined).toBe(isFine);
});
