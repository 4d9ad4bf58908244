// What a module adds to the backoffice. The shell finds it in `libs/<name>/backoffice/index.tsx`.
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  redirect,
  useRouteContext,
} from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ShellError, ShellPending } from './page-states';
import { useIsAdministrator } from './session';
import { currentSession, refreshSession } from './session-fetch';

/** The default export of a module's `backoffice/index.tsx`. */
export interface Contribution {
  /** Its pages, with menu entries and tabs in their `staticData`. */
  routes: readonly AnyRoute[];
  /** The labels of the module's actions in the audit log: `{ 'quiz.created': 'Created a quiz' }`. */
  auditActions?: Record<string, string>;
  /** The kinds of subjects that the module has in the audit log: `{ quiz: { label: 'Quizzes' } }`. */
  auditSubjects?: Record<string, AuditSubjectKind>;
  /** What the overview checks: `{ 'ending keys': endingKeys }`. */
  notices?: Record<string, Notice>;
}

/** Something that may need an administrator. */
export interface Notice<Found = unknown> {
  /** What needs attention, such as a number; undefined if nothing does. */
  find(): Promise<Found | undefined>;
  /** Says what was found and what to do, with a link if there is a page for it. */
  show(found: Found): ReactNode;
}

export interface AuditSubjectKind {
  /** Its name in the filter of the audit log. */
  label: string;
  /** The page of a subject, without the base path; `details` are those of the entry. */
  pathOf?: (id: string, details: Record<string, unknown>) => string;
}

/**
 * The routes of all modules, for type-checked links and search parameters. Each module adds its own:
 * `declare module '#libs/backoffice-ui/contribution.ts' { interface Pages { badges: typeof routes } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules add to it
export interface Pages {}

interface Entry {
  label: string;
  icon: LucideIcon;
  /** The path of the page whose entry precedes this one; without it, this entry is the first. */
  after?: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether editors may open the page too. */
    editor?: boolean;
    /** The page's entry in the menu. */
    menu?: Entry;
    /** The page's tab on the page with the path `of`, in a group of tabs such as the `Results` of a quiz. */
    tab?: Entry & { of: string; group?: string };
  }
}

/** An entry with the path of its page. */
export interface PageEntry extends Entry {
  path: string;
  group?: string;
  editor?: boolean;
}

/** The contributions of all modules together. */
export interface Contributions {
  menu: PageEntry[];
  /** By the path of their page. */
  tabs: Record<string, PageEntry[]>;
  auditActions: Record<string, string>;
  auditSubjects: Record<string, AuditSubjectKind>;
  notices: NonNullable<Contribution['notices']>;
}

/** The parent of pages that need no session, such as the sign-in. */
export const rootRoute = createRootRouteWithContext<Contributions>()({ errorComponent: ShellError });

/** The parent of all other pages, which have the layout and need a session. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  pendingComponent: ShellPending,
  errorComponent: ShellError,
  beforeLoad: async ({ location }) => {
    if (currentSession() === undefined && !(await refreshSession())) {
      redirect({ to: '/sign-in', search: { returnTo: location.href }, throw: true });
    }
    if (currentSession()?.secondFactor === 'missing') redirect({ to: '/second-factor', throw: true });
  },
});

/** The contributions, without the entries of pages that the current user may not open. */
export function useContributions(): Contributions {
  const { menu, tabs, ...others } = useRouteContext({ from: '__root__' });
  const isAdministrator = useIsAdministrator();
  const mayOpen = (entries: PageEntry[]) => entries.filter(({ editor }) => isAdministrator || editor === true);
  const allowed = Object.entries(tabs).map(([page, entries]) => [page, mayOpen(entries)] as const);
  return { menu: mayOpen(menu), tabs: Object.fromEntries(allowed), ...others };
}
