import type { ReactNode } from 'react';
import { MailLink, MailParagraph } from './layout.tsx';

interface MailPersonalLinkProps {
  readonly href: string;
  /** What one may be asking oneself, before the link's words. */
  readonly question: string;
  readonly children: ReactNode;
}

/**
 * A paragraph with a link that is the receiver's alone, who needs no account for it. `href` is absolute: as text it
 * stands behind the words, so that no mark may follow them.
 */
export function MailPersonalLink({ href, question, children }: MailPersonalLinkProps) {
  return (
    <MailParagraph>
      {question} <MailLink href={href}>{children}</MailLink> (no necesitas cuenta). El enlace es solo tuyo: no
      lo compartas.
    </MailParagraph>
  );
}
