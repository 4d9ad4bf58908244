import type { DynamicModule } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, NestContainer } from '@nestjs/core';
import { NoopGraphInspector } from '@nestjs/core/inspector/noop-graph-inspector.js';
import { DependenciesScanner } from '@nestjs/core/scanner.js';

/** What an application consists of, as Nest finds it before it makes anything: no provider is created, nothing is connected to. */
export async function scanModules(root: DynamicModule): Promise<DiscoveryService> {
  const container = new NestContainer();
  // Nest takes a dynamic module as a root, its type names classes alone.
  const definition = root as unknown as Parameters<DependenciesScanner['scan']>[0];
  await new DependenciesScanner(container, new MetadataScanner(), NoopGraphInspector).scan(definition);
  return new DiscoveryService(container.getModules());
}
