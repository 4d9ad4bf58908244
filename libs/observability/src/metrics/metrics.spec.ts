import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Metrics } from './metrics.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('Metrics.observeProcess', () => {
  it('adds the metrics of the process to those of each service', async () => {
    for (const metrics of [new Metrics(), new Metrics()]) {
      metrics.observeProcess();
      expect(await metrics.read()).toMatch(/^process_resident_memory_bytes \d+$[^]*^nodejs_eventloop_lag_seconds /m);
    }
  });

  it('does not keep a closed service in memory', async () => {
    const observe = () => {
      const metrics = new Metrics();
      metrics.observeProcess();
      return new WeakRef(metrics.registry);
    };
    const registry = observe();
    // Until the end of a turn, a WeakRef holds its target.
    await turn();
    collectGarbage();
    expect(registry.deref()).toBeUndefined();
  });
});
