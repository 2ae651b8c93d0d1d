import type { TrustSettings, TrustTrial, TrustTrialResult } from '@minga/contract/administration/trust';
import type { HoldReason } from '@minga/contract/holds';
import { v7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { findSettings, type TrustRow, upsertSettings } from './repository.ts';
import { compileLists, type Matcher, type Matches } from './rules.ts';

const NONE: TrustRow = {
  version: '00000000-0000-0000-0000-000000000000',
  heldWords: [],
  heldDomains: [],
  refusedMailDomains: [],
  holdFirst: 0,
};

const presented = ({ heldWords, heldDomains, refusedMailDomains, holdFirst }: TrustSettings) => ({
  heldWords,
  heldDomains,
  refusedMailDomains,
  holdFirst,
});

export const trustSettings = async (db: Executor): Promise<TrustSettings> =>
  presented((await findSettings(db)) ?? NONE);

/** Replaces the settings. Returns the new version and the names of the changed fields. */
export async function replaceTrustSettings(
  tx: Transaction,
  settings: TrustSettings,
): Promise<{ version: string; changed: (keyof TrustSettings)[] }> {
  const before = (await findSettings(tx)) ?? NONE;
  const version = v7();
  await upsertSettings(tx, { version, ...presented(settings) });
  const names = ['heldWords', 'heldDomains', 'refusedMailDomains', 'holdFirst'] as const;
  return { version, changed: names.filter(name => String(before[name]) !== String(settings[name])) };
}

/** The entries that would hold a text or refuse its e-mail addresses, found by the same functions that decide. */
export async function tryText(db: Executor, { text, ...lists }: TrustTrial): Promise<TrustTrialResult> {
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  const matcher = compileLists({ ...(await trustSettings(db)), ...Object.fromEntries(given) });
  return { ...matcher.match([text]), mailDomains: matcher.refusedDomainsIn(text) };
}

/** Whether the domain of an e-mail address is refused, so that no account may be created with it. */
export async function isRefusedAddress(db: Executor, email: string): Promise<boolean> {
  return (await currentMatcher(db)).matcher.refusedDomainOf(email) !== null;
}

/** Decides by the current settings whether a publication is held. */
export interface Judge {
  readonly holdFirst: number;
  /** Whether the lists contain any words or domains that hold publications. */
  readonly hasLists: boolean;
  /** Why texts are held, or null if they are not. Entries that the `reviewed` texts already match do not hold them. */
  holdOf(texts: readonly string[], reviewed?: readonly string[]): HoldReason | null;
}

export async function currentJudge(db: Executor): Promise<Judge> {
  const { row, matcher } = await currentMatcher(db);
  // Caches the matches, since the occurrences of a series have mostly the same texts.
  const known = new Map<string, Matches>();
  const matchesOf = (text: string): Matches => {
    const matches = known.get(text) ?? matcher.match([text]);
    known.set(text, matches);
    return matches;
  };
  const match = (texts: readonly string[]): Matches => {
    const each = texts.map(matchesOf);
    return { words: each.flatMap(({ words }) => words), domains: each.flatMap(({ domains }) => domains) };
  };
  return {
    holdFirst: row.holdFirst,
    hasLists: row.heldWords.length + row.heldDomains.length > 0,
    holdOf(texts, reviewed = []) {
      const found = match(texts);
      if (found.words.length + found.domains.length === 0) return null;
      return firstNew(found, match(reviewed));
    },
  };
}

function firstNew(found: Matches, reviewed: Matches): HoldReason | null {
  const word = found.words.find(one => !reviewed.words.includes(one));
  if (word !== undefined) return { kind: 'word', term: word };
  const domain = found.domains.find(one => !reviewed.domains.includes(one));
  return domain === undefined ? null : { kind: 'domain', term: domain };
}

let compiled: { readonly version: string; readonly matcher: Matcher } = {
  version: NONE.version,
  matcher: compileLists(NONE),
};

/** The current settings and their matcher, which is compiled once per version. */
async function currentMatcher(db: Executor): Promise<{ row: TrustRow; matcher: Matcher }> {
  const row = (await findSettings(db)) ?? NONE;
  if (compiled.version !== row.version) compiled = { version: row.version, matcher: compileLists(row) };
  return { row, matcher: compiled.matcher };
}
