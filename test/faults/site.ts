// A cluster with users and quizzes, for one test file.
import { ADMINISTRATOR, type Cluster, startCluster } from '../support/cluster/cluster.js';
import { Backoffice, keepConfirmed } from '../support/backoffice.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';

export interface Site {
  cluster: Cluster;
  /** nginx. */
  url: string;
  databaseUrl: string;
  backoffice: Backoffice;
  admin: Player;
  players: Player[];
  quizzes: Quiz[];
}

interface SiteOptions {
  players?: number;
  quizzes?: number;
  /** Variables of all instances. */
  environment?: Record<string, string>;
  /** Variables of each instance, by its place. */
  instances?: Record<string, string>[];
  /** The folder of PostgreSQL's files; by default in that of the cluster. */
  postgresFolder?: string;
  /** Concurrent requests that nginx admits from one address, if it is not the configured number. */
  requestsPerAddress?: number;
  /** Whether nginx and the instances wait for each other and for PostgreSQL as long as a slow machine takes; by default they do. */
  hasLongTimeouts?: boolean;
}

const ENVIRONMENT = { LOG_LEVEL: 'warn', RATE_LIMIT_REQUESTS: '2147483647' };

/** A describe that needs the programs of a cluster. */
export function describeWithCluster(name: string, tests: () => void): void {
  describeWithPrograms(name, ['postgres', 'initdb', 'redis-server', 'nginx'], tests);
}

export async function startSite({
  players = 8,
  quizzes = 3,
  environment = {},
  hasLongTimeouts = true,
  ...options
}: SiteOptions = {}): Promise<Site> {
  const cluster = await startCluster({ environment: { ...ENVIRONMENT, ...environment }, hasLongTimeouts, ...options });
  try {
    return await fill(cluster, players, quizzes);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function fill(cluster: Cluster, players: number, quizzes: number): Promise<Site> {
  const { url, databaseUrl } = cluster;
  const backoffice = await Backoffice.signIn(url, ADMINISTRATOR);
  await keepConfirmed(databaseUrl, backoffice);
  const service = { url, backoffice };
  const admin = await createPlayer(service, 'admin');
  const site: Site = { cluster, url, databaseUrl, backoffice, admin, players: [], quizzes: [] };
  while (site.players.length < players) site.players.push(await createPlayer(service));
  while (site.quizzes.length < quizzes) {
    const body = quizBody(4, { title: `Quiz ${site.quizzes.length + 1}`, maxAttempts: 1_000_000 });
    site.quizzes.push(await createQuiz(admin, body));
  }
  return site;
}
