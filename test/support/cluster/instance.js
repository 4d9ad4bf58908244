// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Part } from './part.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The service, once it is built. */
export const MAIN = `${ROOT}dist/apps/api/src/main.js`;

/** Node's flags in `npm start`. */
const FLAGS = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).scripts.start.match(/--\S+=\S+/g);

/** Builds the service and its pages where their sources have changed since the last build, as `npm start` does. */
export function buildService() {
  const { status } = spawnSync(process.execPath, [`${ROOT}apps/start.js`, 'api', '--build-only'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The service could not be built.');
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
        args: [...FLAGS, MAIN],
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

  /** Its own address, past nginx. */
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }
}
