import { Page } from '../../components/page';

export function AttemptsPage() {
  return <Page title="AttemptsPage">Not yet</Page>;
}
