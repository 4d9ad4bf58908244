import type { Contribution } from '#libs/backoffice-ui/contribution.ts';

const auditActions = { 'image.uploaded': 'Uploaded an image' };

const auditSubjects = { image: { label: 'Images' } };

export default { routes: [], auditActions, auditSubjects } satisfies Contribution;
