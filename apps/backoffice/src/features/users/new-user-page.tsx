import { Page } from '../../components/page';

export function NewUserPage() {
  return <Page title="NewUserPage">Not yet</Page>;
}
