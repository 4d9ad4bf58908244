import { Page } from '../../components/page';

export function UsersPage() {
  return <Page title="UsersPage">Not yet</Page>;
}
