// The deployment files agree with each other and with the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { variables } from '#libs/configuration';
import { describeWithRedis, freePort } from '../support/redis.js';
import { until } from '../support/until.js';

interface ComposeService {
  image?: string;
  environment?: Record<string, string>;
  ports?: unknown[];
  networks: { inside?: { ipv4_address?: string } };
  restart?: string;
  healthcheck?: { test?: string[] };
  volumes?: string[];
  command?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Variables that only OpenTelemetry reads. */
const OF_OPENTELEMETRY = ['OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];

/** Variables that the image or the topology sets. */
const FIXED = new Set(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIRECTORY']);

describe('docker-compose.yml', () => {
  let services: Record<string, ComposeService>;

  beforeAll(async () => {
    const file = parse(await read('docker-compose.yml'), { merge: true }) as { services: typeof services };
    ({ services } = file);
  });

  const instances = () => Object.entries(services).filter(([name]) => name.startsWith('service-'));

  it('uses the same addresses of instances and nginx everywhere', async () => {
    const upstreams = [...(await read('apps/api/nginx/upstreams.conf')).matchAll(/^ *server (\S+):3000 /gm)];
    expect(upstreams.map(([, address]) => address)).toEqual(
      instances().map(([, { networks }]) => networks.inside?.ipv4_address),
    );
    expect(upstreams).toHaveLength(3);
    for (const [, { environment }] of instances()) {
      expect(environment?.TRUSTED_PROXIES).toBe(services.nginx?.networks.inside?.ipv4_address);
    }
  });

  it('publishes nginx only, and restarts every container and checks its health', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'redis', 'service-1', 'service-2', 'service-3', 'nginx']);
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['nginx']);
    for (const [name, { restart, healthcheck }] of Object.entries(services)) {
      expect([name, restart]).toEqual([name, 'unless-stopped']);
      expect(healthcheck?.test?.length).toBeGreaterThan(1);
    }
  });

  it('gives no container capabilities, new privileges, a writable root or the user root', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }),
      ]);
      expect(service).not.toHaveProperty('cap_add');
      expect(service).not.toHaveProperty('privileged');
    }
    // The images of the service and nginx have other users than root.
    expect(services.postgres?.user).toBe('postgres');
    expect(services.redis?.user).toBe('redis');
  });

  it('passes every variable of the service to the instances', () => {
    const wanted = [...Object.keys(variables).filter((name) => !FIXED.has(name)), ...OF_OPENTELEMETRY];
    for (const [, { environment = {} }] of instances()) {
      expect(Object.keys(environment).sort()).toEqual(wanted.sort());
    }
  });

  it('mounts the nginx configuration of the project', async () => {
    const [mount = ''] = services.nginx?.volumes ?? [];
    expect(mount).toMatch(/^\.\/apps\/api\/nginx:.*:ro$/);
    expect(await read('apps/api/nginx/nginx.conf')).toContain('include upstreams.conf;');
  });
});

describeWithRedis('the Redis of docker-compose.yml', () => {
  it('requires the password, which is not among its arguments', async () => {
    const { services } = parse(await read('docker-compose.yml'), { merge: true }) as {
      services: Record<'redis' | 'service-1', ComposeService>;
    };
    const [program = '', ...args] = (services.redis.command ?? []).map((text) => text.replaceAll('$$', '$'));
    const port = await freePort();
    const password = 'a-password-of-this-test';
    const ofTest = args.map((text) => text.replace('redis-server -', `redis-server - --port ${port}`));
    const server = spawn(program, ofTest, { env: { ...process.env, REDISCLI_AUTH: password }, stdio: 'ignore' });
    const [client, stranger] = [`redis://:${password}@`, 'redis://'].map(
      (start) => new Redis(`${start}127.0.0.1:${port}`, { lazyConnect: true }),
    ) as [Redis, Redis];
    for (const one of [client, stranger]) one.on('error', () => undefined);
    try {
      await until('it answers', () => client.ping().then(Boolean, () => false));
      expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      expect(await client.config('GET', 'save')).toEqual(['save', '']);
      await expect(stranger.get('key')).rejects.toThrow('NOAUTH');
      expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password);
      expect(services['service-1'].environment?.REDIS_URL).toMatch(
        /^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379$/,
      );
    } finally {
      for (const one of [client, stranger]) one.disconnect();
      server.kill();
      await once(server, 'exit');
    }
  });
});

describe('the Dockerfile', () => {
  it('runs the service with the command of `npm start`, and not as root', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: { start: string } };
    const lines = (await read('apps/api/Dockerfile')).trim().split('\n');
    const [, command = ''] = /^CMD (.*)$/.exec(lines.at(-1) ?? '') ?? [];
    const started = scripts.start.replace('apps/start.js api', 'dist/apps/api/src/main.js').split(' ');
    expect(JSON.parse(command)).toEqual(started);
    expect(lines).toContain('USER node');
  });

  it.each(['docs/api', 'CHANGELOG.md', 'apps/api/documentation'])(
    'the image has %s, from which /docs is made',
    async (path) => {
      const [, , last = ''] = (await read('apps/api/Dockerfile')).split(/^FROM /m);
      expect(last).toContain(`COPY ${path} `);
      const ignored = (await read('.dockerignore')).split('\n');
      expect(ignored.some((line) => line.startsWith('!') && path.startsWith(line.slice(1)))).toBe(true);
    },
  );
});
