import { Global, Module } from '@nestjs/common';
import { Channel } from './channel.js';
import { isWorker } from './is-worker.js';

/** Injection token of the {@link Channel} to the primary process; undefined where this process is the whole instance. */
export const PRIMARY = Symbol('PRIMARY');

const connect = () => (isWorker ? new Channel(process) : undefined);

@Global()
@Module({ providers: [{ provide: PRIMARY, useFactory: connect }], exports: [PRIMARY] })
export class WorkersModule {}
