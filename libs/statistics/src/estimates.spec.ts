import { alphaInterval, correlationInterval, meanInterval, shareInterval, studentT } from './estimates.js';

it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])(
  'the interval of %i of %i is that of R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3',
  (count, total, low, high) => {
    expect(shareInterval(count, total).low).toBeCloseTo(low, 4);
    expect(shareInterval(count, total).high).toBeCloseTo(high, 4);
  },
);

it.each([
  [4, 2.776],
  [9, 2.262],
  [30, 2.042],
  [1_000, 1.962],
])("the quantile of Student's t with %i degrees of freedom is that of the tables", (degrees, quantile) => {
  expect(Math.abs(studentT(degrees) / quantile - 1)).toBeLessThan(0.003);
});

it('the interval of a correlation narrows with more pairs and stays within -1 and 1', () => {
  // tanh(atanh(0.5) ± 1.96 / 5)
  expect(correlationInterval(0.5, 28)?.low).toBeCloseTo(0.156, 3);
  expect(correlationInterval(0.5, 28)?.high).toBeCloseTo(0.736, 3);
});

it('attempts without differences give no interval', () => {
  expect([correlationInterval(1, 5), correlationInterval(-1, 5)]).toEqual([null, null]);
  expect([meanInterval(70, 0, 5), alphaInterval(1, 3, 5)]).toEqual([null, null]);
});
