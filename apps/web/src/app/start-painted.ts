import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { learnSession, takeFirstData } from './first-data.ts';
import { takeOver } from './take-over.tsx';
import { wholeStyles } from './whole-styles.ts';

interface Start {
  readonly root: HTMLElement;
  readonly createApp: () => { readonly router: AnyRouter; readonly app: ReactNode };
  readonly queryClient: QueryClient;
  /** Did a part of the app not arrive? */
  readonly isCodeMissing: () => boolean;
}

/** On a page that the server painted. What is painted stays until the whole screen can take its place. */
export async function startPainted({ root, createApp, queryClient, isCodeMissing }: Start): Promise<void> {
  takeFirstData(queryClient);
  // By itself: the phone answers before it and after it.
  await new Promise(resolve => setTimeout(resolve));
  const { router, app } = createApp();
  // The screen's own code first.
  await router.load();
  // A page that can be read is better than a screen that tells of a fault.
  if (isCodeMissing()) throw new Error('the code of the screen did not come');
  await learnSession(queryClient);
  await wholeStyles();
  takeOver(root, app);
}
