import type { ReportDecision } from '@minga/contract/administration/reports';

/** The action of a key in the queue: moves between the cases, decides, undoes the last decision, or shows the keys. */
export type CaseCommand = 'next' | 'previous' | 'undo' | 'help' | ReportDecision;

export const decisionKeys: Readonly<Record<ReportDecision, string>> = {
  dismiss: 'D',
  hide: 'O',
  delete: 'E',
  ban: 'C',
};

const commands: Readonly<Record<string, CaseCommand>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  d: 'dismiss',
  o: 'hide',
  e: 'delete',
  c: 'ban',
  z: 'undo',
  '?': 'help',
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  /** A key that is held down decides only once. */
  readonly repeat: boolean;
}

/** Null: the key is the browser's, for example with Ctrl. */
export function caseCommand({ key, ctrlKey, altKey, metaKey, repeat }: Pressed): CaseCommand | null {
  if (ctrlKey || altKey || metaKey) return null;
  const command = commands[key.length === 1 ? key.toLowerCase() : key] ?? null;
  const isMove = command === 'next' || command === 'previous';
  return repeat && !isMove ? null : command;
}

/** Whether keys are text for this element. */
export const isTyping = (element: Element): boolean =>
  element.closest('input, textarea, select, [contenteditable]') !== null;
