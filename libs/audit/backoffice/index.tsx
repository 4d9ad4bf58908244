import { createRoute } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { auditSearch } from './search';

const audit = createRoute({
  getParentRoute: () => insideRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./audit-page'), 'AuditPage'),
  staticData: { menu: { label: 'Audit log', icon: ScrollText, after: '/settings/keys' } },
});

const userAudit = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/$userId/audit',
  component: lazyPage(() => import('./user-audit-page'), 'UserAuditPage'),
  staticData: { tab: { of: '/users/$userId', label: 'Audit log', icon: ScrollText, after: '/users/$userId/attempts' } },
});

const routes = [audit, userAudit] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    audit: typeof routes;
  }
}

const auditActions = { 'log.expired': 'Deleted expired entries' };

const auditSubjects = { log: { label: 'Audit log' } };

export default { routes, auditActions, auditSubjects } satisfies Contribution;
