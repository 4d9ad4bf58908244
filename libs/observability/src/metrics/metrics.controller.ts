import { Controller } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentReply, PublicEndpoint } from '#libs/http';
import { Metrics } from './metrics.js';

@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @PublicEndpoint('GET /metrics')
  read(@CurrentReply() reply: FastifyReply): Promise<string> {
    void reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.read();
  }
}
