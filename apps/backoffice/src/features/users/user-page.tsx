import { Page } from '../../components/page';

export function UserPage() {
  return <Page title="UserPage">Not yet</Page>;
}
