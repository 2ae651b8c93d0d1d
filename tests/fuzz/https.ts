// npm run https: checks headers, cookies, origins and uploads over HTTPS behind each shipped proxy that is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../../scripts/build.ts';
import { onInterrupt } from '../../scripts/on-interrupt.ts';
import { root } from '../../scripts/run.ts';
import { checkSite, checkUnavailable } from './https-checks.ts';
import { createHttpsClient } from './https-client.ts';
import { checkMetrics } from './metrics-checks.ts';
import { isInstalled, proxies, type ShippedProxy } from './proxies.ts';
import { checkLogs, sendSecrets } from './proxy-log-checks.ts';

const HOST = 'localhost';
const TIMEOUT_MS = 60_000;
const metricsToken = 'una-clave-para-las-cifras';
const superadmin = { email: 'proxy@example.org', password: 'una clave de prueba' };

if (!(await build())) process.exit(1);
const installed = proxies.filter(isInstalled);
for (const { name } of proxies.filter(proxy => !isInstalled(proxy))) console.log(`Not installed: ${name}`);
let failed = 0;
for (const proxy of installed) failed += await checkBehind(proxy);
if (installed.length === 0) console.log('Nothing was checked: install Caddy or nginx.');
else console.log(failed === 0 ? 'All checks passed.' : `${failed} checks failed.`);
process.exitCode = failed === 0 && installed.length > 0 ? 0 : 1;

/** Runs the checks behind this proxy. Returns the number of failures. */
async function checkBehind(proxy: ShippedProxy): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'minga-https-'));
  await chmod(folder, 0o755);
  const [mingaPort, httpPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `https://${HOST}:${httpsPort}`;
  await mkdir(join(folder, 'data'));
  const minga = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(mingaPort),
      PUBLIC_URL: origin,
      TRUST_PROXY: 'loopback',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      METRICS_TOKEN: metricsToken,
      SUPERADMIN_EMAIL: superadmin.email,
      SUPERADMIN_PASSWORD: superadmin.password,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const child = await proxy.start({ folder, host: HOST, httpPort, httpsPort, mingaPort });
  const remove = async () => {
    unregister();
    for (const running of [child, minga]) await stop(running);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const unregister = onInterrupt(remove);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  try {
    const clientFor = (address: string) => createHttpsClient({ address, host: HOST, httpsPort, httpPort });
    const viaLoopback = clientFor('127.0.0.1');
    await waitUntil(async () => {
      if (child.exitCode !== null) throw new Error(`${proxy.name} exited:\n${stderr}`);
      return (await viaLoopback.call('/readyz').catch(() => null))?.status === 200;
    });
    const external = externalAddress();
    const viaExternal = external === null ? null : clientFor(external);
    const findings = [
      ...(await checkMetrics({
        viaLoopback,
        viaExternal,
        directUrl: `http://127.0.0.1:${mingaPort}`,
        token: metricsToken,
      })),
      ...(await checkSite({ origin, host: HOST, httpsPort, superadmin, client: viaLoopback })),
    ];
    await sendSecrets(viaLoopback);
    await stop(minga);
    const [unavailable] = await Promise.all([checkUnavailable(viaLoopback), sendSecrets(viaLoopback)]);
    findings.push(...unavailable);
    await stop(child);
    findings.push(...(await checkLogs(folder, stderr)));
    console.log(proxy.name);
    console.table(
      findings.map(([check, unexpected]) => ({
        check,
        result: unexpected === '' ? 'ok' : `FAILED: ${unexpected}`,
      })),
    );
    return findings.filter(([, unexpected]) => unexpected !== '').length;
  } finally {
    await remove();
  }
}

async function stop(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const exited = once(running, 'exit');
  running.kill('SIGTERM');
  await exited;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}

/** A non-loopback address of this machine; null if it has none. */
function externalAddress(): string | null {
  const all = Object.values(networkInterfaces()).flat();
  return all.find(each => each?.family === 'IPv4' && !each.internal)?.address ?? null;
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('not ready within a minute');
    await wait(200);
  }
}
