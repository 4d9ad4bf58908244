import type { Contribution } from '#libs/backoffice-ui/contribution.ts';

const notices = { 'failed consistency checks': () => import('./failed-checks-notice') };

export default { routes: [], notices } satisfies Contribution;
