/** What is left of an image file: the parts that a browser needs to show it. */
export interface ImageParts {
  parts: Uint8Array[];
  /** In pixels. */
  width: number;
  height: number;
}

/** The bytes of a file from `start` to `end`. @throws RangeError if the file is shorter */
export function part(file: Buffer, start: number, end: number): Buffer {
  if (end > file.length) throw new RangeError('The file is too short');
  return file.subarray(start, end);
}
