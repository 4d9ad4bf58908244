import { type CleanImage, cleanImage, UnreadableFile } from '#libs/files';

/** The image of a question: its address on the web, or the image itself. */
export type FoundImage = { url: string } | { image: CleanImage };

/** Longest address that a quiz can have, in characters. */
const MAX_ADDRESS = 2_048;

const DATA = /^data:image\/[\w.+-]+;base64,/i;

/**
 * The image that an element `img` shows.
 * @param src its attribute
 * @param files the attached files in base64, by their paths
 * @returns undefined if it is not in the file, or no image that a quiz can have
 */
export function findImage(src: string, files: ReadonlyMap<string, string>): FoundImage | undefined {
  if (/^https?:\/\//i.test(src)) return findAddress(src);
  const content = contentOf(src, files);
  try {
    return content === undefined ? undefined : { image: cleanImage(Buffer.from(content, 'base64')) };
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

/** In base64. */
function contentOf(src: string, files: ReadonlyMap<string, string>): string | undefined {
  if (DATA.test(src)) return src.replace(DATA, '');
  const path = pathOf(src);
  return path === undefined ? undefined : files.get(path);
}

function findAddress(src: string): FoundImage | undefined {
  if (src.length > MAX_ADDRESS || !URL.canParse(src)) return undefined;
  const url = new URL(src).href;
  return url.length <= MAX_ADDRESS ? { url } : undefined;
}

/** The path of an attached file in Moodle's addresses such as `@@PLUGINFILE@@/my%20map.png`. */
function pathOf(src: string): string | undefined {
  const [, path] = /^@@PLUGINFILE@@([^?#]*)/.exec(src) ?? [];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
