import type { Contribution } from '#libs/backoffice-ui/contribution.ts';
import lateTasksNotice from './late-tasks-notice';

const notices = { 'late background tasks': lateTasksNotice };

export default { routes: [], notices } satisfies Contribution;
