import type { Contribution, Contributions, PageEntry } from '#libs/backoffice-ui/contribution.ts';

/**
 * Joins the contributions of all modules.
 * @throws Error if two pages have the same address, two modules label the same action or subject or name the same notice, or an entry follows a page without one
 */
export function compose(contributions: readonly Contribution[]): Contributions {
  const pages = contributions.flatMap(({ routes }) =>
    routes.map(({ options }) => ({ path: (options as { path: string }).path, ...options.staticData })),
  );
  // Pages that differ only in the names of their parameters have the same addresses.
  expectDistinct(
    'address',
    pages.map(({ path }) => path.replaceAll(/\$\w+/g, '$')),
  );
  const actions = contributions.flatMap(({ auditActions = {} }) => Object.entries(auditActions));
  expectDistinct(
    'audit action',
    actions.map(([action]) => action),
  );
  const subjects = contributions.flatMap(({ auditSubjects = {} }) => Object.entries(auditSubjects));
  expectDistinct(
    'audit subject',
    subjects.map(([kind]) => kind),
  );
  const notices = contributions.flatMap((contribution) => Object.entries(contribution.notices ?? {}));
  expectDistinct(
    'notice',
    notices.map(([name]) => name),
  );
  const tabs = pages.flatMap(({ path, editor, tab }) => (tab === undefined ? [] : [{ path, editor, ...tab }]));
  const lost = tabs.find(({ of }) => !pages.some(({ path }) => path === of));
  if (lost !== undefined) throw new Error(`The tab ${lost.path} is of a page that does not exist: ${lost.of}`);
  return {
    menu: inOrder(pages.flatMap(({ path, editor, menu }) => (menu === undefined ? [] : [{ path, editor, ...menu }]))),
    tabs: Object.fromEntries(
      [...new Set(tabs.map(({ of }) => of))].map((page) => [page, inOrder(tabs.filter(({ of }) => of === page))]),
    ),
    auditActions: Object.fromEntries(actions),
    auditSubjects: Object.fromEntries(subjects),
    notices: Object.fromEntries(notices),
  };
}

function expectDistinct(kind: string, values: string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) throw new Error(`Two contributions to the backoffice have the same ${kind}: ${repeated}`);
}

/** Sorts each entry after the one that it names, and entries that name the same one by label. */
function inOrder(entries: PageEntry[]): PageEntry[] {
  const following = (path?: string): PageEntry[] =>
    entries
      .filter(({ after }) => after === path)
      .sort((a, b) => a.label.localeCompare(b.label))
      .flatMap((entry) => [entry, ...following(entry.path)]);
  const ordered = following();
  const lost = entries.find((entry) => !ordered.includes(entry));
  if (lost !== undefined) throw new Error(`The entry ${lost.path} follows one that does not exist: ${lost.after}`);
  return ordered;
}
