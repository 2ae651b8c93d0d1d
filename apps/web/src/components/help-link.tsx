import type { ReactNode } from 'react';

interface Props {
  /** A page or section of the manual: 'asistentes', 'cuenta#entrar'. */
  to: string;
  children: ReactNode;
}

/** A link to the manual, whose pages are separate documents. */
export const HelpLink = ({ to, children }: Props) => (
  <a href={`/ayuda/${to}`} className="target link">
    {children}
  </a>
);
