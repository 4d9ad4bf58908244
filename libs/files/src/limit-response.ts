import { UnreadableFile } from './unreadable-file.js';

/** Characters of JSON, which the thread of the requests writes in one turn of the event loop. The largest quiz has about as many. */
const MAX_LENGTH = 1_000_000;

/**
 * @param content what a parser found, to be sent as JSON
 * @returns the same
 * @throws UnreadableFile if it is too large for a response
 */
export function limitResponse<Content>(content: Content): Content {
  if (JSON.stringify(content).length <= MAX_LENGTH) return content;
  throw new UnreadableFile('The file has more text than can be read at once. Divide it into several');
}
