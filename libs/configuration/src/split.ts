/** The items of a list with commas. */
export const split = (input: string): string[] => input.split(',').flatMap((item) => item.trim() || []);
