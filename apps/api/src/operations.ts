/** Tools of who runs the service: `npm run verify -- --help`, `npm run doctor -- --help`. */
import { runOperation } from './operations/run-operation.js';

const { stdout, stderr, env } = process;
process.exitCode = await runOperation(process.argv.slice(2), { stdout, stderr, env });
