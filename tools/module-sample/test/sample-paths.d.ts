// The sample is no part of the service, so its routes are not in the generated types. A module made from it has no such file.
import '../../../libs/client/src/api.gen.js';

interface Pages {
  query?: { page?: number; limit?: number };
}

interface Certificate {
  quizId: string;
  userId: string;
  displayName: string;
  earnedAt: string;
  revokedAt: string | null;
}

type Answers<Body> = Record<200, { content: { 'application/json': Body } }> &
  Record<404, { content: { 'application/json': { error: string } } }>;

declare module '../../../libs/client/src/api.gen.js' {
  interface paths {
    '/certificates': { get: { parameters: Pages; responses: Answers<{ certificates: Certificate[] }> } };
    '/quizzes/{id}/certificates': {
      get: {
        parameters: Pages & { path: { id: string } };
        responses: Answers<{ certificates: Certificate[] }>;
      };
    };
  }
}
