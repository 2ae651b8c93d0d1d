import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DrawingName } from '../brand/drawing.tsx';
import { MessageBox } from '../message-box.tsx';
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

interface FailurePageProps {
  heading: string;
  /** The reason, which stays visible. */
  sentences: readonly string[];
  /** The way out. */
  children: ReactNode;
}

/** Replaces the content of a page whose action cannot succeed. */
export const FailurePage = ({ heading, sentences, children }: FailurePageProps) => (
  <>
    <PageHeading title={heading} />
    <Stack gap="lg">
      <MessageBox kind="error" message={{ sentences, isVisible: true }} />
      {children}
    </Stack>
  </>
);
