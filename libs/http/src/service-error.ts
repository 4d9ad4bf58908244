import 'fastify';
import { STATUS_CODES } from 'node:http';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected or failed: the name of the error's class, and the thrown value. */
    failure?: { reason: string; cause: unknown };
  }
}

/** An error for clients. The OpenAPI documents contain it. */
export class ServiceError extends Error {
  /** The code of the class: its name in snake case, such as `quiz_not_found`. */
  static get code(): string {
    return errorCode(this.name);
  }

  /** The value of `X-Error-Code`, by which programs tell errors apart. */
  readonly code: string;

  /** Headers of the response, in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>> = {};

  /**
   * @param status the HTTP status
   * @param text the value of `error` in the body
   * @param code by default that of the class
   */
  constructor(
    readonly status: number,
    text: string,
    code?: string,
  ) {
    super(text);
    this.code = code ?? new.target.code;
  }
}

/** The code for a name: `QuizNotFound` and `Quiz not found` become `quiz_not_found`. */
function errorCode(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
}

/** The code of an error that has no class, such as `conflict` for 409. */
export function codeOfStatus(status: number): string {
  return errorCode(STATUS_CODES[status] ?? 'Bad Request');
}

/** A class of errors with one status, one text and one code. */
export interface ServiceErrorClass {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly text: string;
  new (): ServiceError;
}

/**
 * The base of an entry in a module's error catalogue: `class QuizNotFound extends serviceError(404, 'Quiz not found') {}`.
 * @param code for clients, if it is not the name of the class: that of a renamed class, or of several classes
 */
export function serviceError(status: number, text: string, code?: string): ServiceErrorClass {
  return class extends ServiceError {
    static readonly status = status;
    static readonly text = text;

    static override get code(): string {
      return code ?? errorCode(this.name);
    }

    constructor() {
      super(status, text);
    }
  };
}
