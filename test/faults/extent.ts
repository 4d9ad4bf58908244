// The extent of the tests: small in CI, large with FAULTS=soak.

export const IS_SOAK = process.env.FAULTS === 'soak';

/** A count or length for each of the two. */
export const extent = ({ short, soak }: { short: number; soak: number }): number => (IS_SOAK ? soak : short);
