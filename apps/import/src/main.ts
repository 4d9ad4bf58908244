/** Sends a file of quizzes to a running service: `npm run import -- --help`. */
import { runImport } from './run-import.js';

const interrupt = new AbortController();
// npm forwards Ctrl-C, which the terminal has already sent to this process. Repeated signals are ignored.
process.on('SIGINT', () => interrupt.abort());

const { stdout, stderr, stdin, env } = process;
process.exitCode = await runImport(process.argv.slice(2), { stdout, stderr, stdin, env, signal: interrupt.signal });
