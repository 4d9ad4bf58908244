// The parser of uploaded images, which runs in a thread of its own.
import { type CleanImage, cleanImage, fileParser } from '#libs/files';

export const url = import.meta.url;

/** @param file in base64 */
export const parse = fileParser((file: string): CleanImage => cleanImage(Buffer.from(file, 'base64')));
