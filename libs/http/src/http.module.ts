import { Global, Module } from '@nestjs/common';
import { APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { EndpointRegistry } from './endpoint-registry.js';
import { RequestPipe } from './validation/request.pipe.js';

/** The endpoints of all modules, and the validation of their requests. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [EndpointRegistry, { provide: APP_PIPE, useClass: RequestPipe }],
  exports: [EndpointRegistry],
})
export class HttpModule {}
