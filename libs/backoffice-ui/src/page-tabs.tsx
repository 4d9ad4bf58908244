import { Link, useMatches } from '@tanstack/react-router';
import { useContributions } from './contribution';
import classes from './page-tabs.module.css';

interface Tab {
  label: string;
  /** The tab under which it is, with the others of the same group. Without it, it is a tab itself. */
  group?: string;
}

interface Props {
  /** The accessible name. */
  label: string;
  /** The path of the page to which modules add tabs, such as `/users/$userId`. */
  of: string;
  /** That page. */
  first: Tab;
  /** The parameters of the addresses. */
  params: Record<string, string>;
}

/** Links between a page and the tabs that modules add to it: the groups, and the pages of the open group. */
export function PageTabs({ label: name, of, first, params }: Props) {
  const shown = useMatches({ select: (matches) => `${matches.at(-1)?.fullPath}/` });
  const pages = [{ path: of, ...first }, ...(useContributions().tabs[of] ?? [])];
  const groupOf = ({ group, label }: Tab) => group ?? label;
  // Pages below a tab belong to it, such as that of one attempt.
  const open = groupOf(pages.findLast(({ path }) => shown.startsWith(`${path}/`)) ?? first);
  const groups = pages.filter((page) => page === pages.find((other) => groupOf(other) === groupOf(page)));
  const inGroup = pages.filter((page) => groupOf(page) === open);
  return (
    <nav aria-label={name}>
      <div className={classes.groups}>
        {groups.map((page) => (
          <Link
            key={page.path}
            to={page.path}
            params={params}
            className={classes.group}
            aria-current={groupOf(page) === open ? 'true' : undefined}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {groupOf(page)}
          </Link>
        ))}
      </div>
      {inGroup.length > 1 && (
        <div className={classes.pages}>
          {inGroup.map(({ path, label }) => (
            <Link
              key={path}
              to={path}
              params={params}
              className={classes.page}
              // The open page has `aria-current="page"` whatever its filters are.
              activeOptions={{ exact: path === of, includeSearch: false }}
            >
              {label}
            </Link>
          ))}
        </div>
      )}
    </nav>
  );
}
