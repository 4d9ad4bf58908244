import { Link } from '@tanstack/react-router';
import { useContributions } from './contribution';
import classes from './page-tabs.module.css';

interface Props {
  /** The accessible name. */
  label: string;
  /** The path of the page to which modules add tabs, such as `/users/$userId`. */
  of: string;
  /** The label of that page. */
  first: string;
  /** The parameters of the addresses. */
  params: Record<string, string>;
}

/** Links between a page and the tabs that modules add to it. */
export function PageTabs({ label: name, of, first, params }: Props) {
  const tabs = useContributions().tabs[of] ?? [];
  return (
    <nav className={classes.tabs} aria-label={name}>
      {[{ path: of, label: first }, ...tabs].map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          params={params}
          className={classes.tab}
          // The open page has `aria-current="page"` whatever its filters are.
          activeOptions={{ exact: path === of, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
