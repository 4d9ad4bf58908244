import { Page } from '../../components/page';

export function QuizLeaderboardPage() {
  return <Page title="QuizLeaderboardPage">Not yet</Page>;
}
