/** No part of a file can be read. The message tells the person who chose the file why, and what to do. */
export class UnreadableFile extends Error {}

/** What a parser sends from its thread to that of the requests. */
export type ParserOutcome<Parsed> = { parsed: Parsed } | { unreadable: string };

/** Makes a parser that returns the message of an {@link UnreadableFile}, because threads do not pass on classes of errors. */
export function fileParser<Input, Parsed>(parse: (input: Input) => Parsed | Promise<Parsed>) {
  return async (input: Input): Promise<ParserOutcome<Parsed>> => {
    try {
      return { parsed: await parse(input) };
    } catch (error) {
      if (error instanceof UnreadableFile) return { unreadable: error.message };
      throw error;
    }
  };
}
