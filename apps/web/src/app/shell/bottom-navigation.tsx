import { IconCalendarHeart, IconCompass, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './bottom-navigation.module.css';
import { exactMatch } from './exact-match.ts';

/** The most frequent actions within thumb's reach, on phones. */
export function BottomNavigation() {
  const active = { className: classes.active ?? '' };
  return (
    <nav aria-label="Accesos rápidos" className={classes.navigation}>
      <Link to="/actividades" className={classes.item} activeOptions={exactMatch} activeProps={active}>
        <IconCompass size={24} aria-hidden />
        Explorar
      </Link>
      <Link to="/add-task" className={`${classes.item} ${classes.create}`} activeProps={active}>
        <span className={classes.round}>
          <IconPlus size={26} aria-hidden />
        </span>
        Crear
      </Link>
      <Link to="/tasks" className={classes.item} activeOptions={exactMatch} activeProps={active}>
        <IconCalendarHeart size={24} aria-hidden />
        Mis actividades
      </Link>
    </nav>
  );
}
