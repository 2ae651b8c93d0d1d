import type { ReactNode } from 'react';
import { MailLink, MailParagraph } from './layout.tsx';

interface MailPersonalLinkProps {
  readonly href: string;
  /** Precedes the link. */
  readonly question: string;
  readonly children: ReactNode;
}

/**
 * A paragraph with a link that only the recipient may use, without an account. `href` is absolute. In the text version
 * the URL follows `children`, so no punctuation may follow the link.
 */
export function MailPersonalLink({ href, question, children }: MailPersonalLinkProps) {
  return (
    <MailParagraph>
      {question} <MailLink href={href}>{children}</MailLink> (no necesitas cuenta). El enlace es solo tuyo: no
      lo compartas.
    </MailParagraph>
  );
}
