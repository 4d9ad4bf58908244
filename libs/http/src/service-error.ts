import 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected or failed: the name of the error's class, and what was thrown. */
    failure?: { reason: string; cause: unknown };
  }
}

/** An error that the exception filter answers and the OpenAPI documents show. */
export class ServiceError extends Error {
  /** Headers of the answer, beside those that every answer has. */
  readonly headers: Readonly<Record<string, string>> = {};

  /**
   * @param status the HTTP status
   * @param text the value of `error` in the body
   */
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

/** A class of errors with one status and one text. */
export interface ServiceErrorClass {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  new (): ServiceError;
}

/** The base of an entry in a module's error catalogue: `class QuizNotFound extends serviceError(404, 'Quiz not found') {}`. */
export function serviceError(status: number, text: string): ServiceErrorClass {
  return class extends ServiceError {
    static readonly status = status;
    static readonly text = text;

    constructor() {
      super(status, text);
    }
  };
}
