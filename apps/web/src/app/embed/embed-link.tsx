import type { ReactNode } from 'react';

interface Props {
  href: string;
  className: string | undefined;
  children: ReactNode;
}

/** The id of the note that every link of the page refers to. */
const NOTE = 'otra-pestana';

/** Opens Minga in a new tab: the frame is too small for it, and no page of the app may be shown in one. */
export const EmbedLink = ({ href, className, children }: Props) => (
  <a href={href} target="_blank" rel="noopener" aria-describedby={NOTE} className={className}>
    {children}
  </a>
);

export const NewTabNote = () => (
  <p id={NOTE} hidden>
    Se abre en otra pestaña
  </p>
);
