import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { fetchUntilKnown } from '#libs/backoffice-ui/fetch-until-known.ts';
import type { StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import type { Quiz } from './quiz-values';

export interface ImportedQuiz extends StoredQuiz {
  /** Whether the same JSON was imported before, within 24 hours. */
  isExisting: boolean;
}

/**
 * Creates a quiz from the JSON of a file, or finds the one that was created from the same JSON within 24 hours.
 * @throws ApiError
 */
export async function importQuiz(json: Uint8Array<ArrayBuffer>): Promise<ImportedQuiz> {
  const hash = bytesToHex(sha256(json));
  // The quiz of this key was deleted since: create it again under another key.
  for (let number = 1; ; number += 1) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `page-import-${hash}-${number}` };
    const response = await fetchUntilKnown(new Request('/admin/api/quizzes', { method: 'POST', headers, body: json }));
    if (response.ok) {
      return {
        quiz: (await response.json()) as Quiz,
        etag: response.headers.get('etag') ?? '*',
        isExisting: response.headers.get('idempotency-replayed') === 'true',
      };
    }
    const error = await ApiError.of(response);
    if (error.message !== 'Quiz not found') throw error;
  }
}
