import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStream } from '#libs/http';

interface WorkListener {
  /** The service starts to process a request. May be called repeatedly. */
  begin: (request: FastifyRequest) => void;
  /**
   * The service waits for the client of a request: to send the rest of its body, or to read its response or a part of it. May be
   * called repeatedly.
   */
  end: (request: FastifyRequest) => void;
}

const listenersOf = new WeakMap<FastifyInstance, WorkListener[]>();

/** Reports when the service processes a request: from its arrival until its response is sent, but not while its body arrives. */
export function onWork(server: FastifyInstance, listener: WorkListener): void {
  const listeners = listenersOf.get(server);
  if (listeners !== undefined) {
    listeners.push(listener);
  } else {
    // All listeners share the hooks, because a hook costs more than its work.
    const first = [listener];
    listenersOf.set(server, first);
    addHooks(server, first);
  }
}

function addHooks(server: FastifyInstance, listeners: WorkListener[]): void {
  const begin = (request: FastifyRequest) => {
    for (const listener of listeners) listener.begin(request);
  };
  const end = (request: FastifyRequest) => {
    for (const listener of listeners) listener.end(request);
  };
  server.addHook('onRequest', (request, _reply, done) => {
    begin(request);
    done();
  });
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.raw.complete) end(request);
    done();
  });
  server.addHook('preValidation', (request, _reply, done) => {
    begin(request);
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    end(request);
    if (isStream(payload)) reply.raw.on('drain', () => end(request));
    done(null, payload);
  });
}
