import { type Asked, askedOnce, CONNECTIONS, type Load, timeRequests } from './http-load.ts';
import { residentDuring } from './resident.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Site } from './site.ts';

export interface Call {
  readonly part: string;
  readonly call: string;
  readonly asked: Load['asked'];
  readonly connections?: number;
  readonly aim?: Aim | null;
  /** What goes on meanwhile. */
  readonly beside?: () => Promise<unknown>;
}

/** A call over HTTP, beside the bare server that repeats the reply to it; that is measured first. */
export async function measureCall(
  site: Site,
  { part, call, asked, connections, aim, beside }: Call,
): Promise<Row> {
  const { origin, pid, bare, pace, size } = site;
  const sample = await ask(origin, askedOnce(asked));
  const { status } = sample;
  if (status >= 400) throw new Error(`${call}: ${status} ${await sample.text()}`);
  await bare.repeat(sample);
  const load = { asked, status, connections: connections ?? CONNECTIONS };
  const best = await timeRequests(pace, { ...load, origin: bare.origin });
  const { result, megabytes } = await residentDuring(pid, () =>
    Promise.all([timeRequests(pace, { ...load, origin }), beside?.()]),
  );
  const [timing] = result;
  return rowOf({ part, call, size, ...timing, bareRate: best.rate, megabytes }, aim);
}

/** One reply, as it is sent to who takes no compressed ones, like the load's. */
export const ask = (origin: string, { method = 'GET', path, headers = {}, body }: Asked): Promise<Response> =>
  fetch(origin + path, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
