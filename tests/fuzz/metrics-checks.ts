import { check, type Finding } from './finding.ts';
import type { Caller } from './https-caller.ts';

interface Doors {
  /** Through the proxy: by loopback, and by an address of the machine that is none; null: it has no other. */
  readonly near: Caller;
  readonly far: Caller | null;
  /** Without it. */
  readonly minga: string;
  readonly token: string;
}

/** How each begins to say what it counts. */
const METRICS = '# HELP';
const PATHS = ['/metrics', '/metrics?a=b', '/%6detrics', '//metrics', '/./metrics', '/metrics/'];

/** Through the proxy nobody reads the metrics, whatever is sent along; beside it the machine's own programs do. */
export async function checkMetrics({ near, far, minga, token }: Doors): Promise<Finding[]> {
  const beside = await (await fetch(`${minga}/metrics`)).text();
  const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
  const claims: Record<string, Record<string, string>> = {
    'nothing else': {},
    'an invented origin': forwarded,
    // What a request names here the proxy takes away.
    'its traces taken away': {
      connection: `close, ${Object.keys(forwarded).join(', ')}, x-forwarded-host, via`,
    },
    'the right token': { authorization: `Bearer ${token}` },
  };
  const leaks: string[] = [];
  const callers: Record<string, Caller> = far === null ? { near } : { near, far };
  for (const [from, { call }] of Object.entries(callers)) {
    for (const [claim, headers] of Object.entries(claims)) {
      for (const path of PATHS) {
        const { status, body } = await call(path, { headers });
        if (status === 200 && body.includes(METRICS)) leaks.push(`${path} from ${from} with ${claim}`);
      }
    }
  }
  return [
    check('metrics: for the machine itself', beside.includes(METRICS), beside),
    check('metrics: for nobody through the proxy', leaks.length === 0, leaks.join('; ')),
  ];
}
