// Worker processes of one instance, and how they ask the primary process.
export { Channel } from './channel.js';
export { isWorker, WORKER } from './is-worker.js';
export { PRIMARY, WorkersModule } from './workers.module.js';
