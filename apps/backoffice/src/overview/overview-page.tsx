import { Page } from '#libs/backoffice-ui/page.tsx';
import { ActivitySection } from './activity-section';
import { FirstSteps } from './first-steps';
import { HealthSection } from './health-section';
import { KeyUsageSection } from './key-usage-section';

/** The overview: use and health of the service. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <FirstSteps />
      <HealthSection />
      <ActivitySection />
      <KeyUsageSection />
    </Page>
  );
}
