import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { parameterProblems } from './validation/parameter-problems.js';
import type { Access, RegisteredEndpoint, RouteBody } from './access.js';
import { decoratorProblems } from './decorator-problems.js';
import { responseProblems } from './response-problems.js';
import { ACCESS, BODY } from './endpoint.decorator.js';
import { decodedPath } from './paths.js';
import { type Role, Scope } from '#libs/access';

/**
 * All routes of the controllers, and the scopes that they require. The start fails if a route declares no access or has a decorator
 * without effect, or if a scope is declared twice or not at all.
 */
@Injectable()
export class EndpointRegistry implements OnModuleInit {
  readonly endpoints: RegisteredEndpoint[] = [];
  private scopes: Scope[] = [];
  private readonly furtherScopes: Scope[] = [];
  private readonly byAccess = new Map<Access, RegisteredEndpoint>();
  private patterns: { methods: string[]; pattern: RegExp }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly http: HttpAdapterHost<FastifyAdapter>,
  ) {}

  /** @throws Error that names each endpoint with a faulty declaration, and says how to correct it */
  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype);
    const problems = [
      ...controllers.flatMap((metatype) => (typeof metatype === 'function' ? this.register(metatype as Type) : [])),
      ...this.collectScopes(),
    ];
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const paths = new Map<string, string[]>();
    for (const { path, method } of this.endpoints) paths.set(path, [...(paths.get(path) ?? []), method]);
    this.patterns = [...paths].map(([path, methods]) => ({
      methods: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    }));
  }

  /** The endpoint that declared this access. */
  find(access: Access): RegisteredEndpoint | undefined {
    return this.byAccess.get(access);
  }

  /** Adds a scope that no endpoint requires by itself. To be called before the module is initialised. */
  addScope(scope: Scope): void {
    this.furtherScopes.push(scope);
  }

  /** Names of the scopes that a role grants. */
  scopesOf(role: Role): string[] {
    return this.scopes.filter((one) => one.isGivenBy(role)).map(({ name }) => name);
  }

  /** The allowed methods of the path of a URL; none for an unknown path. */
  methodsOf(url: string): string[] {
    const path = decodedPath(url);
    return this.patterns.flatMap(({ methods, pattern }) => (pattern.test(path) ? methods : []));
  }

  /** @returns one message for each scope that was declared more than once */
  private collectScopes(): string[] {
    const required = this.endpoints.flatMap(({ access }) => (access.kind === 'scope' ? [access.scope] : []));
    this.scopes = sortedScopes([...required, ...this.furtherScopes].filter((one) => one instanceof Scope));
    const names = this.scopes.map(({ name }) => name);
    const repeated = names.filter((name, index) => names[index - 1] === name);
    return repeated.map((name) => `The scope ${name} is declared twice: import it from the module that owns it`);
  }

  /** @returns the problems of the controller's endpoints */
  private register(controller: Type): string[] {
    const prototype = controller.prototype as Record<string, NewableFunction>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const path = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | undefined);
      if (handler === undefined || path === undefined) return [];
      const at = `${controller.name}.${name}`;
      const access = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
      if (access === undefined) {
        return [
          `${at} declares no access: use @Endpoint, @BackofficeEndpoint or @PublicEndpoint in place of Nest's decorator`,
        ];
      }
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? '';
      const body = Reflect.getMetadata(BODY, handler) as RouteBody;
      const endpoint = { method, path, access, body, controller, handler };
      this.endpoints.push(endpoint);
      this.byAccess.set(access, endpoint);
      const problems = [
        ...decoratorProblems(endpoint),
        ...parameterProblems(controller, name, path),
        ...responseProblems(endpoint),
      ];
      if (problems.length === 0 && !this.isServed(endpoint)) {
        problems.push(
          'is not served at this path: leave prefixes, hosts and versions out, the decorator has the whole path',
        );
      }
      return problems.map((problem) => `${method} ${path} (${at}): ${problem}`);
    });
  }

  private isServed({ method, path }: RegisteredEndpoint): boolean {
    // Operators' commands have no HTTP server.
    const adapter = this.http.httpAdapter as FastifyAdapter | null;
    return adapter === null || adapter.getInstance().hasRoute({ method, url: path });
  }
}

/** Each scope once: grouped by resource, in the order of first occurrence, and sorted by name within a resource. */
function sortedScopes(found: readonly Scope[]): Scope[] {
  const resourceOf = ({ name }: Scope) => name.slice(0, name.indexOf(':'));
  const resources = [...new Set(found.map(resourceOf))];
  return resources.flatMap((resource) =>
    [...new Set(found)]
      .filter((one) => resourceOf(one) === resource)
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  );
}
