// The parser of uploaded images, which runs in a thread of its own.
import { type CleanImage, cleanImage, fileParser } from '#libs/files';

export const url = import.meta.url;

export const parse = fileParser(({ bytes }: { bytes: Uint8Array }): CleanImage => cleanImage(bytes));
