/** The items of a comma-separated list. */
export const split = (input: string): string[] => input.split(',').flatMap((item) => item.trim() || []);
