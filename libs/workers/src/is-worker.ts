import cluster from 'node:cluster';

/** First argument of a worker. Workers of other programs, such as PM2 in cluster mode, are whole instances. */
export const WORKER = 'worker';

/** Whether this process is one of several workers of an instance. */
export const isWorker = cluster.isWorker && process.argv[2] === WORKER;
