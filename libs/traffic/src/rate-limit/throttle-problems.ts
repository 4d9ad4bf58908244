import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { ThrottlerGuard } from '@nestjs/throttler';
import { BASE_PATH, EndpointRegistry, isUnder, type RegisteredEndpoint } from '#libs/http';
import { namesOf, nearestOf, SKIP, windowsOf } from './route-windows.js';

const UNSUPPORTED = {
  'THROTTLER:BLOCK_DURATION': 'blockDuration',
  'THROTTLER:TRACKER': 'getTracker',
  'THROTTLER:KEY_GENERATOR': 'generateKey',
};

const COUNTS_TWICE = 'ThrottlerGuard would count requests twice: they are counted already, @Throttle adds a window';

/** The start fails if decorators of @nestjs/throttler would have no effect, or would count requests twice. */
@Injectable()
export class ThrottleProblems implements OnApplicationBootstrap {
  constructor(
    private readonly registry: EndpointRegistry,
    private readonly discovery: DiscoveryService,
  ) {}

  /** @throws Error with one message for each misused decorator and global guard */
  onApplicationBootstrap(): void {
    const guards = this.discovery.getProviders().filter(({ subtype }) => subtype === 'guard');
    const problems = [
      ...guards.filter(({ instance }) => isThrottlerGuard(instance)).map(() => `APP_GUARD: ${COUNTS_TWICE}`),
      ...this.registry.endpoints.flatMap((endpoint) =>
        problemsOf(endpoint).map((problem) => `${endpoint.method} ${endpoint.path}: ${problem}`),
      ),
    ];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }
}

function problemsOf({ path, access, controller, handler }: RegisteredEndpoint): string[] {
  const guards = [handler, controller].flatMap(
    (target) => (Reflect.getMetadata(GUARDS_METADATA, target) as unknown[] | undefined) ?? [],
  );
  const problems = guards.some(isThrottlerGuard) ? [COUNTS_TWICE] : [];
  const isOfApi = isUnder(BASE_PATH, path);
  if (!isOfApi && access.kind !== 'session') {
    if (windowsOf(controller, handler).length > 0)
      problems.push(
        `@Throttle does nothing here: only requests below ${BASE_PATH} and those with a session are counted`,
      );
    return problems;
  }
  for (const [key, option] of Object.entries(UNSUPPORTED)) {
    if (namesOf(key, controller, handler).some((name) => nearestOf(key + name, controller, handler) !== undefined))
      problems.push(`@Throttle takes limit and ttl, not ${option}`);
  }
  if (isOfApi && nearestOf(`${SKIP}default`, controller, handler) === true)
    problems.push(`@SkipThrottle is not for endpoints below ${BASE_PATH}: each of them is limited`);
  return problems;
}

function isThrottlerGuard(guard: unknown): boolean {
  if (typeof guard !== 'function') return guard instanceof ThrottlerGuard;
  return guard === ThrottlerGuard || guard.prototype instanceof ThrottlerGuard;
}
