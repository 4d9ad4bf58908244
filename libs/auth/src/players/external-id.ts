import type { FastifyRequest } from 'fastify';
import { httpErrors, PLAYER_HEADER, ValidationFailed } from '#libs/http';

export const MAX_EXTERNAL_ID_LENGTH = 255;

/** No controls and line ends, and no white space at the ends. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`;
const EXTERNAL_ID = new RegExp(String.raw`^[^\s${CONTROLS}](?:[^${CONTROLS}]*[^\s${CONTROLS}])?$`, 'u');

/** At least one character that is seen, and none that changes the direction of others. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** @returns the problem of a text that cannot be an external id */
export function externalIdProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  const length = [...text].length;
  if (length < 1 || length > MAX_EXTERNAL_ID_LENGTH) return `must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters`;
  if (!EXTERNAL_ID.test(text)) return 'must have no control characters and no white space at its ends';
  if (!VISIBLE.test(text) || DIRECTION.test(text))
    return 'must have visible characters, and none that change the direction';
  // Clients resolve such a segment of a path before they send it.
  return text === '.' || text === '..' ? 'must not be . or ..' : undefined;
}

/** @throws ValidationFailed for a segment of a path that cannot be an external id */
export function expectExternalId(text: string): void {
  const problem = externalIdProblem(text);
  if (problem !== undefined) throw new ValidationFailed([`externalId: ${problem}`]);
}

/**
 * The external id in the header `X-Player`, which is percent-encoded like a segment of a path.
 * @returns undefined without the header, an error for one that can name nobody
 */
export function externalIdIn(request: FastifyRequest): string | Error | undefined {
  if (request.headers[PLAYER_HEADER] === undefined) return undefined;
  const [sent = '', ...others] = request.raw.headersDistinct[PLAYER_HEADER] ?? [];
  const externalId = others.length === 0 && /^[ -~]*$/.test(sent) ? decoded(sent) : undefined;
  const isValid = externalId !== undefined && externalIdProblem(externalId) === undefined;
  return isValid ? externalId : new httpErrors.PlayerHeaderInvalid();
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
