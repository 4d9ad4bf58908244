// @ts-check
// The topology of docker-compose.yml, with the programs of this machine.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG_TIMEOUTS } from '../long-timeouts.js';
import { Instance, requireBuild } from './instance.js';
import { Nginx } from './nginx.js';
import { freePorts, isFree, missingPrograms } from './programs.js';
import { Postgres, Redis } from './servers.js';

/** The administrator whom the first start creates. */
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'a password for this cluster' };

const INSTANCES = 3;

/**
 * @typedef {object} ClusterOptions
 * @property {Record<string, string>} [environment] variables of all instances, beside those that connect the parts
 * @property {Record<string, string>[]} [instances] variables of each instance, by its place
 * @property {string} [postgresFolder] where PostgreSQL keeps its files
 * @property {number} [port] of nginx; otherwise any that is free
 * @property {number} [requestsPerAddress] concurrent requests that nginx admits from one address, if not the configured number
 * @property {boolean} [hasLongTimeouts] whether nginx and the instances wait for each other and for PostgreSQL as long as a slow machine takes
 */

/** Three instances of the service on PostgreSQL and Redis, behind nginx. Its files are removed when it stops. */
export class Cluster {
  /** Ends the remaining processes if this process dies. */
  #guard = spawn(process.execPath, [fileURLToPath(new URL('guard.js', import.meta.url))], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });

  /**
   * @param {ClusterOptions} options
   * @param {number[]} ports
   */
  constructor(options, ports) {
    this.folder = mkdtempSync(join(tmpdir(), 'quiz-cluster-'));
    const tellGuard = (/** @type {string} */ line) => void this.#guard.stdin.write(`${line}\n`);
    tellGuard(`folder ${this.folder}`);
    this.#guard.unref();
    /** @type {import('node:net').Socket} */ (this.#guard.stdin).unref();
    // For servers that run as other users.
    chmodSync(this.folder, 0o755);
    const logs = join(this.folder, 'logs');
    mkdirSync(logs);
    const common = (/** @type {string} */ name) => ({ log: join(logs, `${name}.log`), tellGuard });
    const [postgresPort = 0, redisPort = 0, nginxPort = 0, ...instancePorts] = ports;
    this.postgres = new Postgres(options.postgresFolder ?? this.folder, postgresPort, common('postgres'));
    this.redis = new Redis(redisPort, common('redis'));
    const { port = nginxPort, hasLongTimeouts = false } = options;
    this.nginx = new Nginx(this.folder, port, instancePorts, common('nginx'), options);
    this.instances = instancePorts.map((port, index) => {
      const name = `service-${index + 1}`;
      return new Instance(
        name,
        port,
        {
          ...this.#environment(),
          ...(hasLongTimeouts && LONG_TIMEOUTS),
          ...options.environment,
          ...options.instances?.[index],
        },
        common(name),
      );
    });
  }

  /** The address of the site: nginx. */
  get url() {
    return this.nginx.url;
  }

  get databaseUrl() {
    return this.postgres.urlOf('quiz');
  }

  /** Starts all parts, and the instances concurrently on an empty database. */
  async start() {
    await Promise.all([this.postgres.start(), this.redis.start()]);
    await this.postgres.createDatabase('quiz');
    await Promise.all(this.instances.map((instance) => instance.start()));
    await this.nginx.start();
  }

  /** Stops all running parts, as an operator does, and removes their files. */
  async stop() {
    try {
      await this.nginx.stop();
      await Promise.all(this.instances.map((instance) => instance.stop()));
      await Promise.all([this.redis.stop(), this.postgres.stop()]);
    } finally {
      await this.#end();
    }
  }

  /**
   * Restarts the instances one after the other, as upstreams.conf describes.
   * @param {Record<string, string>} [environment] variables to change
   */
  async rollingRestart(environment = {}) {
    for (const [index, instance] of this.instances.entries()) {
      await this.nginx.mark(index, true);
      await instance.stop();
      Object.assign(instance.environment, environment);
      await instance.start();
      await this.nginx.mark(index, false);
    }
  }

  /** Kills the remaining processes, and removes the files. */
  async #end() {
    for (const part of [this.nginx, ...this.instances, this.redis, this.postgres]) await part.kill();
    this.#guard.stdin.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** @returns {Record<string, string>} */
  #environment() {
    return {
      SITE_URL: this.url,
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: this.redis.url,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    };
  }
}

/**
 * Builds the service if needed, and starts a cluster.
 * @param {ClusterOptions} [options]
 * @throws Error that names what is missing on the machine
 */
export async function startCluster(options = {}) {
  const missing = missingPrograms();
  if (missing !== undefined) throw new Error(missing);
  const { port } = options;
  if (port !== undefined && !(port > 0 && port < 65_536))
    throw new Error('PORT must be a whole number from 1 to 65535');
  if (port !== undefined && !(await isFree(port))) {
    throw new Error(
      `nginx cannot listen on port ${port}, another program does: set PORT to another one, or leave it out.`,
    );
  }
  requireBuild();
  const cluster = new Cluster(options, await freePorts(3 + INSTANCES));
  try {
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
