import classes from './guest-link.module.css';

interface Props {
  href: string;
  className?: string | undefined;
  children: string;
}

/** Where somebody is remembered (public/before-paint.js) it leads to their activities instead: one of the two is shown. */
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
