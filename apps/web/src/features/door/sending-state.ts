import { useSyncExternalStore } from 'react';

/** Why the arrivals of an activity are not sent; `away`: the server was not reached, and it is tried again. */
export interface SendingProblem {
  readonly kind: 'away' | 'not-now' | 'refused';
  readonly text: string;
}

const problems = new Map<string, SendingProblem>();
const listeners = new Set<() => void>();

export function setSendingProblem(taskId: string, problem: SendingProblem | null): void {
  if (problem === null) problems.delete(taskId);
  else problems.set(taskId, problem);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSendingProblem = (taskId: string): SendingProblem | null =>
  useSyncExternalStore(subscribe, () => problems.get(taskId) ?? null);
