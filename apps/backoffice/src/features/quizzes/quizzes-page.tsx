import { Page } from '../../components/page';

export function QuizzesPage() {
  return <Page title="QuizzesPage">Not yet</Page>;
}
