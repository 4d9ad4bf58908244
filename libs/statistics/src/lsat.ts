// A textbook example for the tests: five questions of the Law School Admission Test, answered by 1,000 candidates (R. D. Bock and
// M. Lieberman, Fitting a response model for n dichotomously scored items, Psychometrika 35, 1970).

/** How many candidates had each pattern of right (1) and wrong (0) answers: 00000, 00001, 00010 and so on. */
const FREQUENCIES = [
  3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298,
];

/** Right and wrong answers of each candidate. */
export const LSAT: readonly boolean[][] = FREQUENCIES.flatMap((count, pattern) =>
  Array.from({ length: count }, () => [16, 8, 4, 2, 1].map((bit) => (pattern & bit) !== 0)),
);

/**
 * What is published of them: the correlation of each question with the rest, and Cronbach's alpha (D. Rizopoulos, ltm: An R package
 * for latent variable modeling and item response theory analyses, Journal of Statistical Software 17(5), 2006).
 */
export const LSAT_RESULTS = {
  correct: [924, 709, 553, 763, 870],
  discrimination: [0.1128, 0.1532, 0.1728, 0.1444, 0.1216],
  alpha: 0.295,
};
