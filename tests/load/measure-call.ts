import { CONNECTIONS, type Load, type LoadRequest, nextRequest, timeRequests } from './http-load.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Site } from './site.ts';

export interface Call {
  readonly part: string;
  readonly call: string;
  readonly request: Load['request'];
  readonly connections?: number;
  /** Rate of the call's SQL statements alone. */
  readonly statementRate?: number;
  readonly aim?: Aim | null;
  /** Runs while the call is measured. */
  readonly concurrently?: () => Promise<unknown>;
}

/** Measures a call over HTTP, after the baseline server that replays the same response. */
export async function measureCall(
  site: Site,
  { part, call, request, connections, statementRate, aim, concurrently }: Call,
): Promise<Row> {
  const { origin, pid, baseline, profile, size } = site;
  const sample = await fetchOnce(origin, nextRequest(request));
  const { status } = sample;
  if (status >= 400) throw new Error(`${call}: ${status} ${await sample.text()}`);
  await baseline.replay(sample);
  const load = { request, status, connections: connections ?? CONNECTIONS };
  const replayed = await timeRequests(profile, { ...load, origin: baseline.origin });
  const { result, megabytes } = await peakMemoryDuring(pid, () =>
    Promise.all([timeRequests(profile, { ...load, origin }), concurrently?.()]),
  );
  const [timing] = result;
  return rowOf(
    {
      part,
      call,
      size,
      ...timing,
      baselineRate: replayed.rate,
      statementRate: statementRate ?? null,
      megabytes,
    },
    aim,
  );
}

/** Fetches one uncompressed response, as the load generator requests them. */
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
