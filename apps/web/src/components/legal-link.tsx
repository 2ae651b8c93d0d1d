interface Props {
  readonly to: 'privacidad' | 'terminos';
  readonly children: string;
}

/** Opens a legal text in a new tab, so that a form keeps what was typed. */
export const LegalLink = ({ to, children }: Props) => (
  <a href={`/${to}`} target="_blank" rel="noopener">
    <span>{children}</span>
    <span className="unseen"> (se abre en otra pestaña)</span>
  </a>
);
