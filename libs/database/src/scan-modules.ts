import type { DynamicModule } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, NestContainer } from '@nestjs/core';
import { NoopGraphInspector } from '@nestjs/core/inspector/noop-graph-inspector.js';
import { DependenciesScanner } from '@nestjs/core/scanner.js';

/** Returns the modules and providers of an application as Nest discovers them, without creating a provider or connecting. */
export async function scanModules(root: DynamicModule): Promise<DiscoveryService> {
  const container = new NestContainer();
  // Nest accepts a dynamic module as the root, but its type allows classes only.
  const definition = root as unknown as Parameters<DependenciesScanner['scan']>[0];
  await new DependenciesScanner(container, new MetadataScanner(), NoopGraphInspector).scan(definition);
  return new DiscoveryService(container.getModules());
}
