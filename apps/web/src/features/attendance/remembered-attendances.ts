import * as z from 'zod/mini';

const KEY = 'minga.attendances';

/** E-mail → ids of the activities that it attends, as far as this browser knows (spec 000 section 3). */
const memory = z.record(z.string(), z.array(z.string()));
type Memory = z.infer<typeof memory>;

/** The e-mail with which this browser confirmed for the activity, null when it did not. */
export function rememberedEmail(taskId: string): string | null {
  return Object.entries(read()).findLast(([, ids]) => ids.includes(taskId))?.[0] ?? null;
}

export const isRemembered = (email: string, taskId: string) => read()[email]?.includes(taskId) ?? false;

/** Keeps the list in step with what the server said last. */
export function remember(email: string, taskId: string, isAttending: boolean): void {
  const { [email]: ids = [], ...others } = read();
  const rest = ids.filter(id => id !== taskId);
  write({ ...others, [email]: isAttending ? [...rest, taskId] : rest });
}

/** On a shared phone nobody should find who was signed in before. */
export function forgetAttendances(email: string): void {
  const { [email]: _, ...others } = read();
  write(others);
}

function read(): Memory {
  // Where pages are painted there is no storage, and an error at each painting is a twentieth of its time.
  if (import.meta.env.SSR) return {};
  try {
    const parsed = memory.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

// Storage may be full or switched off; what is kept here is only a fallback, so nobody need hear of it.
function write(kept: Memory): void {
  const filled = Object.entries(kept).filter(([, ids]) => ids.length > 0);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(filled)));
  } catch {}
}
