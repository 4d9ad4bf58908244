import { variables } from '#libs/configuration';
// The deployment files agree with each other and with the service.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

interface ComposeService {
  image?: string;
  environment?: Record<string, string>;
  ports?: unknown[];
  networks: { inside?: { ipv4_address?: string } };
  restart?: string;
  healthcheck?: { test?: string[] };
  volumes?: string[];
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
      expect(environment?.PROXY_REJECTIONS).toBe('accepted');
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
