/** A request that the service rejected, or that did not reach it. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 where the service could not be reached. */
    readonly status: number,
    message: string,
    /** The address of what the answer speaks of, where it names one. */
    readonly location?: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** The service's errors are `{"error": string}`; a proxy's can be anything. */
  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => undefined);
    const isRefusal = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
    return new ApiError(
      response.status,
      isRefusal ? String(body.error) : `The service answered with status ${response.status}`,
      response.headers.get('location') ?? undefined,
    );
  }
}

/** A write whose answer was lost: it may have been done. The message says what to do about it. */
export class OutcomeUnknown extends ApiError {}

/** Whether the service knows nothing at the address that was requested. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** What to tell a person of something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A field of a body that the service did not accept. */
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
