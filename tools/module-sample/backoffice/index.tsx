import { createRoute } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { pageSearch } from '#libs/backoffice-ui/search-params.ts';

const certificates = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/certificates',
  validateSearch: pageSearch,
  component: lazyPage(() => import('./certificates-page'), 'CertificatesPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'Results',
      label: 'Certificates',
      icon: Award,
      after: '/quizzes/$quizId/leaderboard',
    },
  },
});

const routes = [certificates] as const;

// The compiler checks links to these pages, and the parameters of their addresses.
declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    certificates: typeof routes;
  }
}

const auditActions = { 'certificate.revoked': 'Revoked a certificate' };
const auditSubjects = { certificate: { label: 'Certificates' } };

export default { routes, auditActions, auditSubjects } satisfies Contribution;
