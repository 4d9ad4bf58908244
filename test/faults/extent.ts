// How much is done: a little in CI, much more where FAULTS=soak.

export const IS_SOAK = process.env.FAULTS === 'soak';

/** A count, or a length, that differs between the two. */
export const extent = ({ short, soak }: { short: number; soak: number }): number => (IS_SOAK ? soak : short);
