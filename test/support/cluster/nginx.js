// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Part } from './part.js';
import { descendantsOf } from './processes.js';
import { program } from './programs.js';

/** The configuration of docker-compose.yml. */
const CONFIGURATION = new URL('../../../apps/api/nginx/', import.meta.url);

/** Longest wait for the workers of the former configuration to answer their requests in flight, in milliseconds. */
const RELOAD_LIMIT_MS = 300_000;

/** nginx with the project's configuration, in which only addresses and paths are replaced. */
export class Nginx extends Part {
  /** The instances that are marked as `down`, by their places. @type {Set<number>} */
  #down = new Set();

  /**
   * @param {string} folder
   * @param {number} port
   * @param {number[]} instances their ports
   * @param {import('./servers.js').Common} common
   * @param {Pick<import('./cluster.js').ClusterOptions, 'requestsPerAddress' | 'hasLongTimeouts'>} [options]
   */
  constructor(folder, port, instances, common, { requestsPerAddress, hasLongTimeouts = false } = {}) {
    const home = join(folder, 'nginx');
    mkdirSync(home);
    super({
      name: 'nginx',
      launch: () => ({
        command: program('nginx'),
        args: ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
      }),
      isReady: () =>
        fetch(`${this.url}/health/live`, { headers: { connection: 'close' } }).then(async (response) => {
          await response.arrayBuffer();
          return true;
        }),
      stopSignal: 'SIGTERM',
      ...common,
    });
    this.home = home;
    this.port = port;
    this.instances = instances;
    const text = readFileSync(new URL('nginx.conf', CONFIGURATION), 'utf8');
    const placed = text
      .replaceAll(/ \/(tmp|var\/cache\/nginx)\//g, ` ${home}/`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace(/(?<=limit_conn \w+ )\d+/, (limit) => String(requestsPerAddress ?? limit))
      .replaceAll(/(?<=proxy_\w+_timeout )\d+s/g, (timeout) => (hasLongTimeouts ? '60s' : timeout));
    writeFileSync(join(home, 'nginx.conf'), placed);
    this.#writeUpstreams();
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The messages of nginx about its configuration: empty if it is valid and without warnings. */
  test() {
    const { command, args } = this.definition.launch();
    const { status, stderr } = spawnSync(command, ['-q', '-t', ...args.slice(0, -2)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    return status === 0 || stderr !== '' ? stderr : `nginx -t ended with ${status}`;
  }

  /**
   * Takes an instance out of the configuration, or back in.
   * @param {number} index of the instance
   * @param {boolean} isDown
   * @returns {Promise<void>} when nginx has applied it, and has answered the requests in flight of the former one
   */
  async mark(index, isDown) {
    if (isDown) this.#down.add(index);
    else this.#down.delete(index);
    this.#writeUpstreams();
    const former = this.#workers();
    this.signal('SIGHUP');
    const deadline = Date.now() + RELOAD_LIMIT_MS;
    for (let now = former; now.length === 0 || now.some((worker) => former.includes(worker)); now = this.#workers()) {
      if (Date.now() > deadline) throw new Error('nginx did not reload its configuration in time');
      await sleep(10);
    }
  }

  #workers() {
    return this.pid === undefined ? [] : descendantsOf(this.pid);
  }

  #writeUpstreams() {
    let place = 0;
    const text = readFileSync(new URL('upstreams.conf', CONFIGURATION), 'utf8').replaceAll(
      /^ *server \S+(.*);\n/gm,
      (_, settings) => {
        const index = place++;
        if (index >= this.instances.length) return '';
        return `  server 127.0.0.1:${this.instances[index]}${settings}${this.#down.has(index) ? ' down' : ''};\n`;
      },
    );
    if (place < this.instances.length) throw new Error(`upstreams.conf has only ${place} instances`);
    writeFileSync(join(this.home, 'upstreams.conf'), text);
  }
}
