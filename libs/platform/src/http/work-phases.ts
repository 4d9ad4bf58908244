import type { FastifyInstance, FastifyRequest } from 'fastify';

interface WorkListener {
  /** The service works for a request. May be called while it does. */
  begin: (request: FastifyRequest) => void;
  /** The service waits for the client of a request: to send the rest of its body, or to take its answer. May be called while it does. */
  end: (request: FastifyRequest) => void;
}

/** Tells when the service works for a request: from its arrival until its answer is on its way, but not while its body arrives. */
export function onWork(server: FastifyInstance, { begin, end }: WorkListener): void {
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
  server.addHook('onSend', (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
}
