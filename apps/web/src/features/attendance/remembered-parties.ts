import type { Attendance } from '@minga/contract/attendance';
import * as z from 'zod/mini';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import { PARTIES_KEY } from './remembered-attendances.ts';

/** A party's companions, and what it takes on; its name, code and e-mail where the response had them. */
export type OwnParty = Pick<Attendance, 'companions' | 'claims'> & {
  readonly name?: string | undefined;
  readonly code?: string | null | undefined;
  readonly email?: string | undefined;
};

/** Activity's id → its party; the release before stored only the companions. */
const parties = z.record(
  z.string(),
  z.pipe(
    z.pipe(
      z.transform((value: unknown) =>
        typeof value === 'number' ? { companions: value, claims: [] } : value,
      ),
      z.object({
        companions: z.number(),
        claims: z.array(z.object({ needId: z.string(), quantity: z.number() })),
        name: z.optional(z.string()),
        code: z.optional(z.nullable(z.string())),
        email: z.optional(z.string()),
      }),
    ),
    z.transform((party): OwnParty => party),
  ),
);

/** The parties that the server reported last to this browser, by the activity's id. */
export const rememberedParties = (): Readonly<Record<string, OwnParty>> =>
  safeLocalStorage.getJson(PARTIES_KEY, parties) ?? {};

export function rememberParty(taskId: string, { companions, claims, name, code, email }: OwnParty): void {
  const all = rememberedParties();
  const stated = { ...(code && { code }), ...(name && { name }), ...(email && { email }) };
  const party = { ...all[taskId], companions, claims, ...stated };
  safeLocalStorage.set(PARTIES_KEY, JSON.stringify({ ...all, [taskId]: party }));
}
