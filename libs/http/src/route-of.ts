import type { FastifyRequest } from 'fastify';

/** The template of a request's route, such as `/api/quizzes/:id`; undefined if the path or the method is unknown. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url;
}
