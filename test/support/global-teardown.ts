/** Fails if a log of a service contains a secret of the tests. */
export default async function tearDown(): Promise<void> {
  const { dropDatabase, serverUrl } = await import('./database.js');
  const template = new URL(serverUrl());
  template.pathname = `/${process.env.TEMPLATE_DATABASE}`;
  await dropDatabase(template.href);
  await globalThis.stopTestDatabase?.();
  const { checkRun } = await import('./run-log.js');
  if (process.env.RUN_DIRECTORY !== undefined) checkRun(process.env.RUN_DIRECTORY);
}
