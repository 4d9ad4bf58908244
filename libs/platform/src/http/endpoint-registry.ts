import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Access } from './access.js';
import { ACCESS } from './endpoint.decorator.js';

export interface RegisteredEndpoint {
  method: string;
  /** Such as `/api/quizzes/:id`. */
  path: string;
  access: Access;
}

/** Every route of the controllers. A route without declared access stops the start. */
@Injectable()
export class EndpointRegistry implements OnModuleInit {
  readonly endpoints: RegisteredEndpoint[] = [];
  private patterns: { methods: string[]; pattern: RegExp }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      if (typeof metatype === 'function') this.register(metatype as Type);
    }
    const paths = new Map<string, string[]>();
    for (const { path, method } of this.endpoints) paths.set(path, [...(paths.get(path) ?? []), method]);
    this.patterns = [...paths].map(([path, methods]) => ({
      methods: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    }));
  }

  /** The methods that a path knows; none for an unknown path. */
  methodsOf(path: string): string[] {
    return this.patterns.flatMap(({ methods, pattern }) => (pattern.test(path) ? methods : []));
  }

  private register(controller: Type): void {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (handler === undefined) continue;
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
      if (path === undefined) continue;
      const access = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
      if (access === undefined) {
        throw new Error(
          `${controller.name}.${name} declares no access: use @Endpoint, @AdminEndpoint or @PublicEndpoint for ${path}`,
        );
      }
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? '';
      this.endpoints.push({ method, path, access });
    }
  }
}
