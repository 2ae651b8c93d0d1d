import type { ReactNode } from 'react';
import type { DrawingName } from './drawing.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeading } from './page-heading.tsx';

interface Props {
  heading?: string;
  drawing?: DrawingName;
  /** The outcome: a sentence. */
  title: string;
  text?: string | undefined;
  /** The next step: a button or a link. */
  children?: ReactNode;
}

/** Replaces the content of a page once its action is done, and announces the outcome. */
export const OutcomePage = ({ heading = '¡Listo!', drawing = 'letter', title, text, children }: Props) => (
  <>
    <PageHeading title={heading} />
    <div role="status">
      <EmptyState drawing={drawing} title={title} {...(text !== undefined && { text })} />
    </div>
    {children}
  </>
);
