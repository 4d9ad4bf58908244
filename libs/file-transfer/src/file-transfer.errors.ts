import { serviceError, ServiceError } from '#libs/http';

/** No part of the file can be read. The text says why, and what to do. */
export class FileUnreadable extends ServiceError {
  static readonly status = 422;
  static readonly text = 'The file is in UTF-16: save it in UTF-8';

  constructor(text: string) {
    super(FileUnreadable.status, text);
  }
}

export class FileTooComplex extends serviceError(
  422,
  'The file takes too much time or memory to read. Divide it into several files',
) {}
