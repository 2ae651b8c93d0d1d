import { Link } from '@tanstack/react-router';
import classes from './bottom-navigation.module.css';
import { exactMatch } from './exact-match.ts';
import { places } from './places.ts';

/** A member's places within thumb's reach, on phones. */
export const BottomNavigation = () => (
  <nav aria-label="Accesos rápidos" className={classes.navigation}>
    {places.map(({ to, name, Icon, ...place }) => (
      <Link key={to} to={to} className={classes.item} activeOptions={exactMatch}>
        <Icon size={24} aria-hidden />
        <span>{'shortName' in place ? place.shortName : name}</span>
      </Link>
    ))}
  </nav>
);
