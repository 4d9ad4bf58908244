import type { Contribution } from '#libs/backoffice-ui/contribution.ts';

const notices = { 'late background tasks': () => import('./late-tasks-notice') };

export default { routes: [], notices } satisfies Contribution;
