import { describeLosses, isIncomplete } from './losses';

it('describeLosses names each line once, weights first, and the lines that were joined', () => {
  expect(
    describeLosses([
      { what: 'lines', line: 3 },
      { what: 'feedback', line: 6 },
      { what: 'weight', line: 6 },
      { what: 'feedback', line: 6 },
      { what: 'weight', line: 8 },
    ]),
  ).toBe('Left out: weights (lines 6, 8), feedback (line 6). Joined to the text before: line 3');
});

it('joined lines alone are not parts that a question loses', () => {
  const lines = [2, 4].map((line) => ({ what: 'lines' as const, line }));
  expect([describeLosses(lines), isIncomplete(lines)]).toEqual(['Joined to the text before: lines 2, 4', false]);
  expect(isIncomplete([{ what: 'image', line: 1 }])).toBe(true);
});
