import type { CollectiveSummary } from '@minga/contract/collective-summary';
import { Link } from '@tanstack/react-router';
import { VerifiedMark } from '../../../components/verified-mark.tsx';
import classes from './collective-link.module.css';

/** The collective that organises an activity, with its mark. */
export const CollectiveLink = ({
  collective: { slug, name, isVerified },
}: {
  collective: CollectiveSummary;
}) => (
  <Link to="/colectivos/$slug" params={{ slug }} className={classes.link}>
    <span className={classes.name}>{name}</span>
    {isVerified && <VerifiedMark size={18} />}
  </Link>
);
