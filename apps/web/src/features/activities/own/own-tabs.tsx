import { Link } from '@tanstack/react-router';
import classes from './own-tabs.module.css';

const tabs = [
  { to: '/tasks', name: 'Organizo' },
  { to: '/tasks/voy-a-ir', name: 'Voy' },
  { to: '/mis-horas', name: 'Horas' },
] as const;

/** The three screens of 'Lo mío', on phones only. */
export const OwnTabs = () => (
  <nav aria-label="Lo mío" className={classes.tabs}>
    {tabs.map(({ to, name }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        className={`centred strong ${classes.tab}`}
      >
        {name}
      </Link>
    ))}
  </nav>
);
