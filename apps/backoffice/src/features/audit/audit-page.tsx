import { Page } from '../../components/page';

export function AuditPage() {
  return <Page title="AuditPage">Not yet</Page>;
}
