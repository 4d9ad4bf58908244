import { Page } from '../../components/page';

export function AttemptPage() {
  return <Page title="AttemptPage">Not yet</Page>;
}
