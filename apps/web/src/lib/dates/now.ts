import { useClientValue } from '../use-client-value.ts';

/** A smaller difference is the response's latency, not a wrong clock. */
const TOLERATED_MS = 60_000;

let aheadMs = 0;
let renderTime: Date | null = null;

/** The present by the server's clock (docs/rules.md R1.9): a phone's own clock may be wrong by days. */
export const now = (): Date => new Date(Date.now() + aheadMs);

/** `moment` is the server's present time, as text that Date parses; null leaves the clock as it is. */
export function setServerTime(moment: string | null): void {
  const difference = Date.parse(moment ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  aheadMs = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}

/** Sets the time that server rendering and hydration use. */
export function setRenderTime(moment: Date): void {
  renderTime = moment;
}

/** What `select` derives from the present time; on the server and during hydration from the time of the server's render. */
export const useNow = <T extends string | boolean>(select: (now: Date) => T): T =>
  useClientValue(select(now()), select(renderTime ?? now()));
