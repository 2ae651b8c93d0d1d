import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { MessageBox } from './message-box.tsx';
import { PageHeading } from './page-heading.tsx';

interface Props {
  heading: string;
  /** The reason, which stays visible. */
  sentences: readonly string[];
  /** The way out. */
  children: ReactNode;
}

/** Replaces the content of a page whose action cannot succeed. */
export const FailurePage = ({ heading, sentences, children }: Props) => (
  <>
    <PageHeading title={heading} />
    <Stack gap="lg">
      <MessageBox kind="error" message={{ sentences, isVisible: true }} />
      {children}
    </Stack>
  </>
);
