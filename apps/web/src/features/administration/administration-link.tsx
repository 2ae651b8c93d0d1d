import { IconShieldCog } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from './administration-link.module.css';

/** The navigation 'Administración' on the activities' screens (docs/rules.md R6.8). */
export function AdministrationLink({ role }: { role: 'admin' | 'superadmin' }) {
  const id = useId();
  const isSuperadmin = role === 'superadmin';
  return (
    <nav aria-labelledby={id} className={classes.block}>
      <p id={id} className={classes.title}>
        Administración
      </p>
      <Link to="/admin-dashboard" className={isSuperadmin ? classes.button : classes.link}>
        <IconShieldCog size={22} aria-hidden />
        <span>{isSuperadmin ? 'Panel Admin' : 'Panel de Administración'}</span>
      </Link>
    </nav>
  );
}
