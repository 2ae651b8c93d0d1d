import { Link } from '@tanstack/react-router';
import linkClasses from '../../../../components/text-link.module.css';
import type { DashboardSearch } from '../../dashboard-search.ts';

/** A link to a list of the panel. */
export const ListLink = ({ search, children }: { search: DashboardSearch; children: string }) => (
  <Link to="/admin-dashboard" search={search} className={linkClasses.link}>
    {children}
  </Link>
);
