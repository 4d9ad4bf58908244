// @ts-check
import { fileURLToPath } from 'node:url';
import { findBuildProblem } from '../../../apps/build-state.js';
import { Part } from './part.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The built service. */
export const MAIN = `${ROOT}dist/apps/api/src/main.js`;

/** Tests do not build, because several workers would build concurrently. */
export function requireBuild() {
  const problem = findBuildProblem();
  if (problem !== undefined) throw new Error(problem);
}

/** One instance of the service. */
export class Instance extends Part {
  /**
   * @param {string} name
   * @param {number} port
   * @param {Record<string, string>} environment variables of the service; they may be changed between two starts
   * @param {import('./servers.js').Common} common
   */
  constructor(name, port, environment, common) {
    super({
      name,
      launch: () => ({
        command: process.execPath,
        args: [MAIN],
        env: { PATH: process.env.PATH, ...this.environment, HOST: '127.0.0.1', PORT: String(port) },
      }),
      isReady: () =>
        fetch(`${this.url}/health/ready`, { headers: { connection: 'close' } }).then(async (response) => {
          await response.arrayBuffer();
          return response.ok;
        }),
      stopSignal: 'SIGTERM',
      ...common,
    });
    this.port = port;
    this.environment = environment;
  }

  /** Its own address, without nginx. */
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }
}
