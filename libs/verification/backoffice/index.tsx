import type { Contribution } from '#libs/backoffice-ui/contribution.ts';
import failedChecksNotice from './failed-checks-notice';

const notices = { 'failed consistency checks': failedChecksNotice };

export default { routes: [], notices } satisfies Contribution;
