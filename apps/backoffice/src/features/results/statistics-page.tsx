import { Page } from '../../components/page';

export function StatisticsPage() {
  return <Page title="StatisticsPage">Not yet</Page>;
}
