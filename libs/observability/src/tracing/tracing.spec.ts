import { loadConfiguration } from '#libs/configuration';
// All modules of the lib.
import '../observability.module.js';
import { createTracing } from './create-tracing.js';
import { Tracing } from './tracing.js';

for (const name of ['@opentelemetry/api', '@opentelemetry/sdk-trace-node', '@opentelemetry/exporter-trace-otlp-http']) {
  jest.mock(name, () => {
    throw new Error('OpenTelemetry was loaded');
  });
}

it('tracing without a collector: OpenTelemetry is not loaded', async () => {
  const tracing = await createTracing(loadConfiguration({}));
  expect(tracing.constructor).toBe(Tracing);
  const given = loadConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' });
  await expect(createTracing(given)).rejects.toThrow('OpenTelemetry was loaded');
});

it('tracing without a collector: work runs unchanged', async () => {
  const tracing = new Tracing();
  const work = () => Promise.resolve('done');
  await expect(tracing.span('work', work)).resolves.toBe('done');
  await expect(tracing.statement({ text: 'SELECT 1' }, work)).resolves.toBe('done');
  await expect(tracing.together('work', [tracing.origin()], work)).resolves.toBe('done');
});
