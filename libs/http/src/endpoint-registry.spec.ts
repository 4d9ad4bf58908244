import { Controller, type Type } from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { EndpointRegistry } from './endpoint-registry.js';
import { Endpoint } from './endpoint.decorator.js';
import { type Scope, scope } from '#libs/access';

const READ_BADGES = scope('badges:read', ['player', 'viewer']);
const WRITE_BADGES = scope('badges:write', []);
const READ_AWARDS = scope('awards:read', ['viewer']);

/** A controller with a route for each scope. */
function controllerWith(...scopes: Scope[]): Type {
  @Controller()
  class Badges {
    [name: string]: () => string;
  }
  scopes.forEach((one, index) => {
    const descriptor = { value: () => '', configurable: true, writable: true };
    Endpoint(`GET /badges/${index}`, { summary: 'A badge', scope: one })(Badges.prototype, `read${index}`, descriptor);
    Object.defineProperty(Badges.prototype, `read${index}`, descriptor);
  });
  return Badges;
}

async function registryOf(...controllers: Type[]): Promise<EndpointRegistry> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers,
    providers: [EndpointRegistry, { provide: HttpAdapterHost, useValue: { httpAdapter: null } }],
  }).compile();
  await module.init();
  return module.get(EndpointRegistry);
}

describe('the scopes of the endpoints', () => {
  it('are granted by their roles and by admin, grouped by resource and sorted by name', async () => {
    const registry = await registryOf(
      controllerWith(WRITE_BADGES, READ_AWARDS),
      controllerWith(READ_BADGES, WRITE_BADGES),
    );
    expect(registry.scopesOf('admin')).toEqual(['badges:read', 'badges:write', 'awards:read']);
    expect(registry.scopesOf('player')).toEqual(['badges:read']);
    expect(registry.scopesOf('viewer')).toEqual(['badges:read', 'awards:read']);
  });

  it('stop the start if two modules declare the same one', async () => {
    const second = scope('badges:read', ['player', 'viewer']);
    await expect(registryOf(controllerWith(READ_BADGES), controllerWith(second))).rejects.toThrow(
      'The scope badges:read is declared twice',
    );
  });

  it('stop the start if no module declares one', async () => {
    const undeclared = 'badges:read' as unknown as Scope;
    await expect(registryOf(controllerWith(READ_BADGES, undeclared))).rejects.toThrow(
      /GET \/api\/badges\/1 .* asks for a scope that no module declares/,
    );
  });

  it('stop the start if an endpoint names none', async () => {
    const none = undefined as unknown as Scope;
    await expect(registryOf(controllerWith(READ_BADGES, none))).rejects.toThrow(
      'GET /api/badges/1 (Badges.read1): names no scope: add `scope` to @Endpoint',
    );
  });
});
