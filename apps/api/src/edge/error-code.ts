import type { FastifyReply } from 'fastify';
import { codeOfStatus } from '#libs/http';

/** Gives an error that a filter or hook of a module answered itself the code of its status. */
export function completeErrorCode(reply: FastifyReply): void {
  if (reply.statusCode >= 400 && !reply.hasHeader('x-error-code'))
    void reply.header('x-error-code', codeOfStatus(reply.statusCode));
}
