import { Page } from '../../components/page';

export function NewQuizPage() {
  return <Page title="NewQuizPage">Not yet</Page>;
}
