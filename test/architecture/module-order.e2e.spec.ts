import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { AppModule } from '../../apps/api/src/app.module.js';
import { createApp } from '../../apps/api/src/create-app.js';
import { describeService } from '../../apps/api/src/documentation/descriptions.js';
import * as features from '../../apps/api/src/modules.js';
import { sharedService } from '../support/service.js';

it('modules.ts: the service starts with the same OpenAPI documents whatever the order of its lines', async () => {
  const { app } = await sharedService();
  const configuration = app.get<Configuration>(CONFIGURATION);
  const reversed = Object.values(features).toReversed();
  const other = await createApp(configuration, AppModule.forRoot(configuration, false, reversed));
  try {
    expect(JSON.stringify(describeService(other))).toBe(JSON.stringify(describeService(app)));
  } finally {
    await other.close();
  }
});
