/** A block of code in a document. */
export interface Example {
  code: string;
  /** What it must print; undefined for anything. */
  output: string | undefined;
}

/** The blocks of code in a language, each with a block `text` that follows it. */
export const examplesIn = (markdown: string, language: string): Example[] =>
  [...markdown.matchAll(/```(\w+)\n([^]*?)```(?:\n\n```text\n([^]*?)```)?/g)]
    .filter(([, name]) => name === language)
    .map(([, , code = '', output]) => ({ code, output }));
