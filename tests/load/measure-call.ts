import { CONNECTIONS, type Load, type LoadRequest, nextRequest, timeRequests } from './http-load.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Site } from './site.ts';

export interface Call {
  readonly part: string;
  readonly call: string;
  readonly request: Load['request'];
  readonly connections?: number;
  readonly aim?: Aim | null;
  /** What goes on meanwhile. */
  readonly concurrently?: () => Promise<unknown>;
}

/** A call over HTTP, beside the bare server that repeats the reply to it; that is measured first. */
export async function measureCall(
  site: Site,
  { part, call, request, connections, aim, concurrently }: Call,
): Promise<Row> {
  const { origin, pid, baseline, profile, size } = site;
  const sample = await fetchOnce(origin, nextRequest(request));
  const { status } = sample;
  if (status >= 400) throw new Error(`${call}: ${status} ${await sample.text()}`);
  await baseline.replay(sample);
  const load = { request, status, connections: connections ?? CONNECTIONS };
  const best = await timeRequests(profile, { ...load, origin: baseline.origin });
  const { result, megabytes } = await peakMemoryDuring(pid, () =>
    Promise.all([timeRequests(profile, { ...load, origin }), concurrently?.()]),
  );
  const [timing] = result;
  return rowOf({ part, call, size, ...timing, baselineRate: best.rate, megabytes }, aim);
}

/** One reply, as it is sent to who takes no compressed ones, like the load's. */
export const fetchOnce = (
  origin: string,
  { method = 'GET', path, headers = {}, body }: LoadRequest,
): Promise<Response> =>
  fetch(origin + path, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
