import classes from './guest-link.module.css';

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
