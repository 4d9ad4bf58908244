import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { ActivitySection } from './activity-section';
import { FirstSteps } from './first-steps';
import { HealthSection } from './health-section';
import { KeyUsageSection } from './key-usage-section';
import { NoticesSection } from './notices-section';

/** The overview: use and health of the service. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <FirstSteps />
      <ForAdministrators>
        <NoticesSection />
      </ForAdministrators>
      <HealthSection />
      <ActivitySection />
      <ForAdministrators>
        <KeyUsageSection />
      </ForAdministrators>
    </Page>
  );
}
