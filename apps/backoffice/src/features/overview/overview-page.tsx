import { Page } from '../../components/page';

export function OverviewPage() {
  return <Page title="OverviewPage">Not yet</Page>;
}
