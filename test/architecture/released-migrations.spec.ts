import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Made by `sha256sum` at each release (CONTRIBUTING.md). */
it('migrations of a release never change', async () => {
  const released = (await read('test/architecture/released-migrations.txt')).split('\n').filter((line) => line !== '');
  for (const line of released) {
    const [, path = ''] = line.split('  ');
    const hash = createHash('sha256')
      .update(await read(path))
      .digest('hex');
    expect(`${hash}  ${path}`).toBe(line);
  }
});
