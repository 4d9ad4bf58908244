// The sample is no part of the service, so its routes are not in the generated types. A module made from it has no such file.
import '#libs/backoffice-ui/api.gen.ts';

interface Certificate {
  quizId: string;
  userId: string;
  displayName: string;
  earnedAt: string;
  revokedAt: string | null;
}

interface CertificateList {
  certificates: Certificate[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

declare module '#libs/backoffice-ui/api.gen.ts' {
  interface paths {
    '/quizzes/{id}/certificates': {
      get: {
        parameters: { path: { id: string }; query?: { page?: number } };
        responses: { 200: { content: { 'application/json': CertificateList } } };
      };
    };
    '/quizzes/{id}/certificates/{userId}/revocation': {
      put: {
        parameters: { path: { id: string; userId: string } };
        requestBody: { content: { 'application/json': { reason: string } } };
        responses: { 204: { content?: never } };
      };
    };
  }
}
