import 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected or failed: the name of the error's class, and the thrown value. */
    failure?: { reason: string; cause: unknown };
  }
}

/** An error for clients. The OpenAPI documents contain it. */
export class ServiceError extends Error {
  /** Headers of the response, in addition to those of every response. */
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
