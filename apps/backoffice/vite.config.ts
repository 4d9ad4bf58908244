import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './compress-assets.ts';

/** The service that the pages talk to while they are worked on (`npm run dev`). */
const SERVICE = `http://localhost:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compressAssets(), buildForProduction()],
  base: '/admin/',
  // The service replaces the placeholder by a new nonce for every page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../../dist/apps/backoffice',
    // A running service goes on with the files that it was started with.
    emptyOutDir: false,
    // A data: URL is no file of our own origin.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file each for what the first page needs and for what several pages share, instead of dozens: each request has its latency and headers.
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 3, priority: 1 },
          ],
        },
      },
      onLog: (level, log, handle) => {
        // Mantine's files say "use client", which means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/admin/api': SERVICE, '/api': SERVICE, '/docs': SERVICE, '/health': SERVICE },
  },
});

/** NODE_ENV says how the service runs. In a build it would choose React's development version, twice as large. */
function buildForProduction(): Plugin {
  return { name: 'build-for-production', apply: 'build', config: () => void (process.env.NODE_ENV = 'production') };
}
