/** A request that the service rejected or that did not reach it. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 if the service could not be reached. */
    readonly status: number,
    message: string,
    /** The `Location` of the response, if it has one. */
    readonly location?: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** The service's errors are `{"error": string}`; a proxy's can be anything. */
  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => undefined);
    const isServiceError =
      typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
    return new ApiError(
      response.status,
      isServiceError ? String(body.error) : `The service answered with status ${response.status}`,
      response.headers.get('location') ?? undefined,
    );
  }
}

/** A write whose response was lost: it may have succeeded. The message says what to do. */
export class OutcomeUnknown extends ApiError {}

/** Whether the response was 404. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The message for a user about something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A field of a body that the service rejected. */
export interface FieldProblem {
  /** Path in the form of React Hook Form: `questions.2.answers`. */
  path: string;
  message: string;
}

/** The problems that a 400 names: `questions[2].answers: at least one answer must be correct; title: …`. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  return error.message.split('; ').flatMap((problem) => {
    const [, path = '', message = ''] = /^([\w.[\]]+): (.+)$/s.exec(problem) ?? [];
    return path === '' ? [] : [{ path: path.replaceAll(/\[(\d+)\]/g, '.$1'), message }];
  });
}
