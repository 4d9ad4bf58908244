/** The width of fields that search a list or filter it by what was searched. */
export const FILTER_WIDTH = { base: '100%', sm: 260 };
