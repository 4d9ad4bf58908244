import { type CleanImage, cleanImage, UnreadableFile } from '#libs/files';

/** The image of a question: its address on the web, or the image itself. */
export type FoundImage = { url: string } | { image: CleanImage };

/** Addresses that a quiz can have: characters of RFC 3986, and no more than 2,048. */
const ADDRESS = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,2000}$/i;

const DATA = /^data:image\/[\w.+-]+;base64,/;

/**
 * The image that an element `img` shows.
 * @param src its attribute
 * @param files the attached files in base64, by their paths
 * @returns undefined if it is not in the file, or no image that a quiz can have
 */
export function findImage(src: string, files: ReadonlyMap<string, string>): FoundImage | undefined {
  if (ADDRESS.test(src) && URL.canParse(src)) return { url: src };
  const content = DATA.test(src) ? src.replace(DATA, '') : files.get(pathOf(src));
  try {
    return content === undefined ? undefined : { image: cleanImage(Buffer.from(content, 'base64')) };
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

/** The path of an attached file in Moodle's addresses such as `@@PLUGINFILE@@/my%20map.png`. */
function pathOf(src: string): string {
  const [, path = ''] = /^@@PLUGINFILE@@([^?#]*)/.exec(src) ?? [];
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
