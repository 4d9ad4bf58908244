import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** The code of a page could not be loaded: there is no connection, or a new version of the service has other files. */
export class CodeNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The code of the page could not be loaded', { cause });
  }
}

/**
 * A page whose code is loaded when it first opens. If that fails, `PageError` says so. The router itself would reload the whole
 * page, which without a connection leads to the browser's error page.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): AsyncRouteComponent<object> {
  const loadOrSay = () =>
    load().catch((error: unknown) => {
      throw new CodeNotLoaded(error);
    });
  return lazyRouteComponent(loadOrSay, name) as AsyncRouteComponent<object>;
}
