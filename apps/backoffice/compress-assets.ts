// Compresses static files once, during the build, so that no request waits for it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** The large files of the API's documentation page. */
const DOCUMENTATION = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Writes compressed copies beside the scripts and styles of the pages. index.html has none: each response has its own nonce.
 * The files of the documentation page are copied into `documentation/`, with compressed copies of them.
 */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const pages = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
      await Promise.all([
        ...pages.map((name) => compress(join(dir, name), join(dir, name))),
        ...DOCUMENTATION.map((name) => compress(join(swagger, name), join(dir, 'documentation', name))),
      ]);
    },
  };
}

/** Writes `target` uncompressed, unless it is the source, and as `.br` and `.gz`, both at the highest level. */
async function compress(source: string, target: string): Promise<void> {
  const content = await readFile(source);
  await mkdir(dirname(target), { recursive: true });
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (source !== target) await writeFile(target, content);
  await writeFile(`${target}.br`, brotli);
  await writeFile(`${target}.gz`, zipped);
}
