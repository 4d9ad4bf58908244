import { Page } from '../../components/page';

export function AccountPage() {
  return <Page title="AccountPage">Not yet</Page>;
}
