import { Logo } from '../../components/brand/logo.tsx';
import classes from './landing-parts.module.css';

export const LandingHeader = () => (
  <header className={`cluster ${classes.header}`}>
    <a href="/" className={`target ${classes.logo}`}>
      <Logo />
    </a>
    <nav aria-label="Principal" className={classes.links}>
      <a href="/actividades" className={classes.browse}>
        Agenda
      </a>
      <GuestLink href="/login">Iniciar sesión</GuestLink>
    </nav>
    {/* public/landing.js makes it work; without JavaScript it is hidden. */}
    <button type="button" aria-label="Cambiar de tema" data-scheme-switch="" className={classes.scheme}>
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

interface Props {
  href: string;
  className?: string | undefined;
  children: string;
}

/** A link for visitors. CSS shows the link to the own activities instead if public/before-paint.js finds a remembered user. */
export const GuestLink = ({ href, className = '', children }: Props) => (
  <>
    <a href={href} className={`${className} ${classes.guest}`}>
      {children}
    </a>
    <a href="/tasks" className={`${className} ${classes.member}`}>
      Mis actividades
    </a>
  </>
);

/** A file of drawings/ inside the page: as an image its light-dark() colours would not follow the page's theme. */
export const Illustration = ({ svg, className = '' }: { svg: string; className?: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder.
  <div className={`${classes.drawing} ${className}`} dangerouslySetInnerHTML={{ __html: svg }} />
);
