/**
 * Tools for operators of the service: `npm run verify -- --help`, `npm run doctor -- --help`, `npm run migrate -- --help`,
 * `npm run reset-second-factor -- --help`, `npm run create-administrator -- --help`.
 */
import { runOperation } from './operations/run-operation.js';

const { stdin, stdout, stderr, env } = process;
// A reader such as `head` may stop reading: the operation is completed all the same.
for (const output of [stdout, stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await runOperation(process.argv.slice(2), { stdin, stdout, stderr, env });
