// @ts-check
// The servers that the instances use: PostgreSQL and Redis.
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { Part } from './part.js';
import { accountOf, program } from './programs.js';

/** @typedef {Pick<import('./part.js').Definition, 'log' | 'tellGuard'>} Common */

const USER = 'quiz';

/** PostgreSQL with its default durability. */
export class Postgres extends Part {
  /**
   * Makes an empty data directory.
   * @param {string} folder
   * @param {number} port
   * @param {Common} common
   */
  constructor(folder, port, common) {
    const data = join(folder, 'postgres');
    const account = accountOf('postgres');
    mkdirSync(data);
    if (account.uid !== undefined) chownSync(data, account.uid, account.gid);
    const options = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    const made = spawnSync(program('initdb'), options, { ...account, cwd: '/', encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed:\n${made.stderr}`);
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '100',
      timezone: 'UTC',
      log_line_prefix: '%m [%p] %a ',
    };
    super({
      name: 'postgres',
      launch: () => ({
        command: program('postgres'),
        args: ['-D', data, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)],
        ...account,
      }),
      isReady: () => this.query('SELECT 1', [], 'postgres').then(() => true),
      stopSignal: 'SIGINT',
      ...common,
    });
    this.port = port;
  }

  /** @param {string} database */
  urlOf(database) {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** @param {string} name */
  async createDatabase(name) {
    await this.query(`CREATE DATABASE ${name}`, [], 'postgres');
    return this.urlOf(name);
  }

  /**
   * Runs one statement on a new connection.
   * @param {string} text
   * @param {unknown[]} values
   * @param {string} database
   */
  async query(text, values, database) {
    const client = new pg.Client({ connectionString: this.urlOf(database), connectionTimeoutMillis: 5_000 });
    // If the server is killed, the connection ends and the statement fails.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  }
}

/** Redis without persistence. */
export class Redis extends Part {
  /**
   * @param {number} port
   * @param {Common} common
   */
  constructor(port, common) {
    super({
      name: 'redis',
      launch: () => ({
        command: program('redis-server'),
        args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      }),
      isReady: () => answersPing(port),
      stopSignal: 'SIGTERM',
      ...common,
    });
    this.port = port;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function answersPing(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
