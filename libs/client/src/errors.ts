/** The base of every error that the client throws, except the reason of an aborted signal. */
export class QuizServiceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** There was no response: the connection failed, or the time limit passed. The request may have had an effect. */
export class ConnectionError extends QuizServiceError {}

/** A response that reports a failure. */
export class ResponseError extends QuizServiceError {
  /** Method and address, such as `GET https://quiz.example.com/api/me`. */
  readonly request: string;
  /** The HTTP status; 0 for a redirect in a browser, which hides it. */
  readonly status: number;
  readonly headers: Headers;
  /** The id of the request, by which the service's log can be searched. */
  readonly requestId: string | undefined;

  constructor(message: string, { method, url }: Request, { status, headers }: Response) {
    super(message);
    this.request = `${method} ${url}`;
    this.status = status;
    this.headers = headers;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }

  /** How long the service asks to wait, in milliseconds. */
  get retryAfterMs(): number | undefined {
    const value = this.headers.get('retry-after');
    if (value === null) return undefined;
    if (/^\d+$/.test(value)) return Number(value) * 1000;
    const date = Date.parse(value);
    // By the server's clock: that of this machine may differ.
    return Number.isNaN(date)
      ? undefined
      : Math.max(0, date - (Date.parse(this.headers.get('date') ?? '') || Date.now()));
  }
}

/** A response that is not from the quiz service: a redirect, or a page of a proxy. Check `baseUrl`, or try again later. */
export class UnexpectedResponseError extends ResponseError {}

/** The service rejected the request. The message is the service's. */
export class ApiError extends ResponseError {
  /** A stable word for the reason, such as `quiz_not_found`. The documentation lists them. */
  readonly code = this.headers.get('x-error-code') ?? undefined;
}

/** A problem of one field of a request. */
export interface FieldProblem {
  /** Such as `questions[2].answers`. */
  path: string;
  message: string;
}

/** 400: the request is invalid. */
export class InvalidRequestError extends ApiError {
  /** The problems by field, at most 10; empty if the body is not JSON. */
  get fields(): FieldProblem[] {
    return this.message.split('; ').flatMap((problem) => {
      const [, path, message] = /^([\w.[\]-]+): (.+)$/s.exec(problem) ?? [];
      return path === undefined || message === undefined ? [] : [{ path, message }];
    });
  }
}

/** 401: the API key is missing, unknown, deleted or expired. */
export class AuthenticationError extends ApiError {}

/** 403: the role of the key's user does not permit the request, or the user is suspended. */
export class PermissionError extends ApiError {
  /** The scope that the role does not have, if that is the reason. */
  readonly requiredScope = this.headers.get('x-required-scope') ?? undefined;
}

/** 404: there is no such quiz or attempt, it is not visible to the key's user, or `baseUrl` is wrong. */
export class NotFoundError extends ApiError {}

/** 409: the request conflicts with what is stored; for an attempt, the maximum of attempts is reached. */
export class ConflictError extends ApiError {}

/** 412: the quiz has been changed since it was read. */
export class PreconditionFailedError extends ApiError {}

/** 429: the rate limit is reached, and the wait for its end was longer than permitted. */
export class RateLimitError extends ApiError {}

/** 503: the service is overloaded or has no database. */
export class ServiceUnavailableError extends ApiError {}

const CLASSES: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
  503: ServiceUnavailableError,
};

/** The error of a response that reports a failure, by its status and its body. */
export function errorOf(request: Request, response: Response, body: string): ResponseError {
  const error = errorIn(body);
  if (error !== undefined) return new (CLASSES[response.status] ?? ApiError)(error, request, response);
  return new UnexpectedResponseError(
    `The response with status ${response.status} is not from the quiz service`,
    request,
    response,
  );
}

function errorIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
