import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './compress-assets.ts';

/** The service for the pages in development (`npm run dev`). */
const SERVICE = `http://localhost:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compressAssets(), buildForProduction()],
  base: '/admin/',
  // The service replaces the placeholder by a new nonce in every page that it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../../dist/apps/backoffice',
    // A running service continues to serve the files from its start.
    emptyOutDir: false,
    // A data: URL is not a file of the service's origin.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for the first pages and one for what others share, instead of dozens: each request costs latency
          // and headers.
          groups: [
            { name: 'index', tags: ['$initial'], priority: 3 },
            { name: 'shared', minShareCount: 3, priority: 1 },
          ],
        },
      },
      onLog: (level, log, handle) => {
        // Mantine's files contain "use client", which has no effect here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/admin/api': SERVICE, '/api': SERVICE, '/docs': SERVICE, '/health': SERVICE, '/images': SERVICE },
  },
});

/** NODE_ENV is for the service. In a build it would select React's development version, which is twice as large. */
function buildForProduction(): Plugin {
  return { name: 'build-for-production', apply: 'build', config: () => void (process.env.NODE_ENV = 'production') };
}
