import { Logo } from '../../components/logo.tsx';
import classes from './landing-header.module.css';

export const LandingHeader = () => (
  <header className={classes.header}>
    <a href="/" className={classes.logo}>
      <Logo />
    </a>
    <nav aria-label="Principal" className={classes.links}>
      <a href="/actividades" className={classes.browse}>
        Ver actividades
      </a>
      {/* Where somebody is signed in, public/landing.js leads what is `data-guest` to their activities. */}
      <a href="/login" data-guest="">
        Iniciar sesión
      </a>
    </nav>
    {/* Works with public/landing.js alone, which shows it. */}
    <button type="button" hidden data-scheme-switch="" className={classes.scheme}>
      <SchemeIcon />
    </button>
  </header>
);

/** A half moon: light on one side, dark on the other. */
const SchemeIcon = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
  </svg>
);
