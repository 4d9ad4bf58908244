/**
 * Tools of who runs the service: `npm run verify -- --help`, `npm run doctor -- --help`,
 * `npm run reset-second-factor -- --help`.
 */
import { runOperation } from './operations/run-operation.js';

const { stdout, stderr, env } = process;
// Who reads no further, such as `head`, has seen enough: what was begun is ended all the same.
for (const output of [stdout, stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await runOperation(process.argv.slice(2), { stdout, stderr, env });
