import { Page } from '../../components/page';

export function PreviewPage() {
  return <Page title="PreviewPage">Not yet</Page>;
}
