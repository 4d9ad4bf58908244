import { Page } from '../../components/page';

export function EditQuizPage() {
  return <Page title="EditQuizPage">Not yet</Page>;
}
