/** Whether a text has an indented line, or lines without an empty one between them. Paragraphs are prose. */
export const looksLikeCode = (text: string): boolean => /^[ \t]+\S|.\r?\n./m.test(text);
