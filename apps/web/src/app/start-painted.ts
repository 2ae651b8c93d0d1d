import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { learnSession, takeFirstData } from './first-data.ts';
import { takeOver } from './take-over.tsx';
import { wholeStyles } from './whole-styles.ts';

interface Start {
  readonly root: HTMLElement;
  readonly app: ReactNode;
  readonly queryClient: QueryClient;
  readonly router: AnyRouter;
  /** Did a part of the app not arrive? */
  readonly isCodeMissing: () => boolean;
}

/** On a page that the server painted. What is painted stays until the whole screen can take its place. */
export async function startPainted({ root, app, queryClient, router, isCodeMissing }: Start): Promise<void> {
  takeFirstData(queryClient);
  // The screen's own code first.
  await router.load();
  // A page that can be read is better than a screen that tells of a fault.
  if (isCodeMissing()) throw new Error('the code of the screen did not come');
  await learnSession(queryClient);
  await wholeStyles();
  takeOver(root, app);
}
