import { Page } from '../../components/page';

export function KeysPage() {
  return <Page title="KeysPage">Not yet</Page>;
}
