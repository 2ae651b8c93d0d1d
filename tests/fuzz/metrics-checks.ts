import { check, type Finding } from './finding.ts';
import type { HttpsClient } from './https-client.ts';

interface MetricsTargets {
  /** Clients through the proxy: by loopback, and by another address of the machine (null if it has none). */
  readonly viaLoopback: HttpsClient;
  readonly viaExternal: HttpsClient | null;
  /** The product's address without the proxy. */
  readonly directUrl: string;
  readonly token: string;
}

/** The start of every metric's description. */
const METRICS_MARKER = '# HELP';
const PATHS = ['/metrics', '/metrics?a=b', '/%6detrics', '//metrics', '/./metrics', '/metrics/'];

/** The metrics must not be readable through the proxy with any headers, and must be readable by local programs without it. */
export async function checkMetrics({
  viaLoopback,
  viaExternal,
  directUrl,
  token,
}: MetricsTargets): Promise<Finding[]> {
  const direct = await (await fetch(`${directUrl}/metrics`)).text();
  const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
  const claims: Record<string, Record<string, string>> = {
    'no extra headers': {},
    'forged forwarding headers': forwarded,
    // Proxies remove the headers that a request lists in `Connection`.
    'forwarding headers removed': {
      connection: `close, ${Object.keys(forwarded).join(', ')}, x-forwarded-host, via`,
    },
    'the valid token': { authorization: `Bearer ${token}` },
  };
  const leaks: string[] = [];
  const clients: Record<string, HttpsClient> =
    viaExternal === null ? { viaLoopback } : { viaLoopback, viaExternal };
  for (const [from, { call }] of Object.entries(clients)) {
    for (const [claim, headers] of Object.entries(claims)) {
      for (const path of PATHS) {
        const { status, body } = await call(path, { headers });
        if (status === 200 && body.includes(METRICS_MARKER)) leaks.push(`${path} from ${from} with ${claim}`);
      }
    }
  }
  return [
    check('metrics: readable locally', direct.includes(METRICS_MARKER), direct),
    check('metrics: not readable through the proxy', leaks.length === 0, leaks.join('; ')),
  ];
}
