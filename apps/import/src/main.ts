/** Sends a file of quizzes to a running service: `npm run import -- --help`. */
import { runImport } from './run-import.js';

const interrupt = new AbortController();
// npm passes Ctrl-C on to a process that the terminal has told already: every further signal means the same.
process.on('SIGINT', () => interrupt.abort());

const { stdout, stderr, stdin, env } = process;
process.exitCode = await runImport(process.argv.slice(2), { stdout, stderr, stdin, env, signal: interrupt.signal });
