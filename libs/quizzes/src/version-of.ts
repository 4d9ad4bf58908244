/** @returns the number of a version in a path; Infinity, which no version has, for any other text */
export const versionOf = (text: string): number => (/^[1-9]\d*$/.test(text) ? Number(text) : Infinity);
