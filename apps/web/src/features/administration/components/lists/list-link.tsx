import { Link } from '@tanstack/react-router';
import linkClasses from '../../../../components/text-link.module.css';
import type { DashboardSearch } from '../../dashboard-search.ts';

interface Props {
  search: DashboardSearch;
  /** The row's subject, part of the accessible name where every row has this link. */
  about?: string;
  children: string;
}

/** A link to a list of the panel. */
export const ListLink = ({ search, about, children }: Props) => (
  <Link
    to="/admin-dashboard"
    search={search}
    aria-label={about && `${children}: ${about}`}
    className={linkClasses.link}
  >
    {children}
  </Link>
);
