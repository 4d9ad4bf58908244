import { Page } from '../../components/page';

export function ImportPage() {
  return <Page title="ImportPage">Not yet</Page>;
}
