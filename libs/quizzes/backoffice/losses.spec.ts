import { describeLosses } from './losses';

it('describeLosses names each line once, weights first', () => {
  expect(
    describeLosses([
      { what: 'feedback', line: 6 },
      { what: 'weight', line: 6 },
      { what: 'feedback', line: 6 },
      { what: 'weight', line: 8 },
    ]),
  ).toBe('weights (lines 6, 8), feedback (line 6)');
});
