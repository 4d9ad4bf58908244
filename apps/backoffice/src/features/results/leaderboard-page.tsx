import { Page } from '../../components/page';

export function LeaderboardPage() {
  return <Page title="LeaderboardPage">Not yet</Page>;
}
