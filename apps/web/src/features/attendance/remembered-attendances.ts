import { isText, listOf, recordOf } from '../../lib/storage/guards.ts';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import type { Viewer } from './model.ts';

const KEY = 'minga.attendances';
/** Of remembered-parties.ts, which only activities with companions or needs load. */
export const PARTIES_KEY = 'minga.companions';
/** Of remembered-person.ts, which only the form loads. */
export const PERSON_KEY = 'minga.attendee';
const FOR_OTHERS_KEY = 'minga.attendances-for-others';

/** The entry of the confirmations without an e-mail, which the visitor's cookie proves. */
export const NO_EMAIL = '';

/** E-mail → ids of the attended activities that this browser knows of (docs/rules.md R2.14). */
const isMemory = recordOf(listOf(isText));
type Memory = Readonly<Record<string, string[]>>;

/** The e-mail with which this browser confirmed the attendance; null without an attendance or an e-mail. */
export const rememberedEmail = (taskId: string): string | null =>
  Object.entries(read()).findLast(([email, ids]) => email !== NO_EMAIL && ids.includes(taskId))?.[0] ?? null;

/** The ids of the attended activities that this browser knows of, the oldest confirmation of each e-mail first. */
export const rememberedIds = (): readonly string[] => [...new Set(Object.values(read()).flat())];

export const isRemembered = (email: string, taskId: string) => read()[email]?.includes(taskId) ?? false;

/** Stores the state that the server reported last. */
export function remember(email: string, taskId: string, isAttending: boolean): void {
  const { [email]: ids = [], ...others } = read();
  if (ids.includes(taskId) === isAttending) return;
  const rest = ids.filter(id => id !== taskId);
  write({ ...others, [email]: isAttending ? [...rest, taskId] : rest });
}

/** Account's e-mail → activity → other e-mails for which it confirmed in this browser. */
const isForOthers = recordOf(isMemory);

const readForOthers = () => safeLocalStorage.getGuarded(FOR_OTHERS_KEY, isForOthers) ?? {};

/** The other people for whom this account has confirmed the activity here, the first first. */
export const confirmedForOthers = (account: string, taskId: string): readonly string[] =>
  readForOthers()[account]?.[taskId] ?? [];

/** Stores that an account has confirmed for another e-mail, or cancelled that. */
export function rememberForOther(
  account: string,
  { taskId, email }: { taskId: string; email: string },
  isAttending: boolean,
): void {
  const all = readForOthers();
  const rest = confirmedForOthers(account, taskId).filter(other => other !== email);
  const emails = isAttending ? [...rest, email] : rest;
  const changed = { ...all, [account]: { ...all[account], [taskId]: emails } };
  safeLocalStorage.set(FOR_OTHERS_KEY, JSON.stringify(changed));
}

/**
 * Called at sign-out, so that the next user of a shared phone sees no attendances, neither the account's nor those that were
 * confirmed for other e-mails.
 */
export function forgetAttendances(): void {
  for (const key of [KEY, FOR_OTHERS_KEY, PARTIES_KEY, PERSON_KEY]) safeLocalStorage.remove(key);
}

export const UNSENT_PREFIX = 'minga.unsent';

/** The mark of the viewer's own confirmation of an activity that this browser has not sent yet (unsent.ts). Others have a suffix. */
export const unsentKey = (viewer: Viewer, taskId: string) =>
  `${UNSENT_PREFIX}:${viewer?.email ?? ''}:${taskId}:`;

export const isUnsent = (taskId: string, viewer: Viewer): boolean =>
  !!safeLocalStorage.get(unsentKey(viewer, taskId));

const read = (): Memory => safeLocalStorage.getGuarded(KEY, isMemory) ?? {};

function write(attendances: Memory): void {
  const filled = Object.entries(attendances).filter(([, ids]) => ids.length > 0);
  safeLocalStorage.set(KEY, JSON.stringify(Object.fromEntries(filled)));
}
