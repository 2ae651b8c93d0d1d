import { useSyncExternalStore } from 'react';

/** Why the arrivals of an activity are not sent; `away`: the server was not reached, and it is tried again. */
export interface SendingProblem {
  readonly kind: 'away' | 'not-now' | 'refused';
  readonly text: string;
}

const problems = new Map<string, SendingProblem>();
type Listener = (problem: SendingProblem | null) => void;
const listeners = new Set<Listener>();

/** Null: a batch was sent. */
export function setSendingProblem(taskId: string, problem: SendingProblem | null): void {
  if (problem === null) problems.delete(taskId);
  else problems.set(taskId, problem);
  for (const listener of listeners) listener(problem);
}

/** Calls back after each batch that was sent or failed. */
export function followSending(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSendingProblem = (taskId: string): SendingProblem | null =>
  useSyncExternalStore(followSending, () => problems.get(taskId) ?? null);
