/** Less is the way of a reply, not a clock that is wrong. */
const TOLERATED_MS = 60_000;

let aheadMs = 0;

/** Now, by the server's clock (CONTRACT.md section 1): a phone's own may be wrong by days. */
export const now = (): Date => new Date(Date.now() + aheadMs);

/** What the server's clock said a moment ago, as text that Date reads; null where it said nothing. */
export function hearServerTime(moment: string | null): void {
  const difference = Date.parse(moment ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}
