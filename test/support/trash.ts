// The trash of the backoffice.
import type { Service } from './service.js';

/** Restores a deleted quiz. @returns the status */
export const restoreQuiz = async ({ backoffice }: Pick<Service, 'backoffice'>, id: string): Promise<number> =>
  (await backoffice.request('PUT', `/deleted-quizzes/${id}/restoration`)).status;

/** Restores a deleted quiz. @returns whether the restoration continues in the background */
export const isRestoring = async ({ backoffice }: Pick<Service, 'backoffice'>, id: string): Promise<boolean> =>
  (await backoffice.call<{ isRestoring: boolean }>('PUT', `/deleted-quizzes/${id}/restoration`)).isRestoring;

/** Deletes a quiz in the trash for good. @returns the status */
export const purgeQuiz = async ({ backoffice }: Pick<Service, 'backoffice'>, id: string): Promise<number> =>
  (await backoffice.request('DELETE', `/deleted-quizzes/${id}`)).status;
