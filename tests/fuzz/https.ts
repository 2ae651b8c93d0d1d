// npm run https: headers, cookies, origins and uploads over HTTPS, behind each shipped proxy that is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../../scripts/build.ts';
import { root } from '../../scripts/run.ts';
import { callerOf } from './https-caller.ts';
import { checkSite } from './https-checks.ts';
import { checkMetrics } from './metrics-checks.ts';
import { isInstalled, proxies, type ShippedProxy } from './proxies.ts';

const HOST = 'localhost';
const PATIENCE_MS = 60_000;
const metricsToken = 'una-clave-para-las-cifras';
const superadmin = { email: 'proxy@example.org', password: 'una clave de prueba' };

if (!(await build())) process.exit(1);
const installed = proxies.filter(isInstalled);
for (const { name } of proxies.filter(proxy => !isInstalled(proxy))) console.log(`Not installed: ${name}`);
let wrong = 0;
for (const proxy of installed) wrong += await checkBehind(proxy);
console.log(wrong === 0 ? 'Nothing wrong.' : `${wrong} wrong.`);
process.exitCode = wrong === 0 && installed.length > 0 ? 0 : 1;

/** How much is wrong behind this proxy. */
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
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    const at = (address: string) => callerOf({ address, host: HOST, httpsPort, httpPort });
    const near = at('127.0.0.1');
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${proxy.name} ended:\n${said}`);
      return (await near.call('/readyz').catch(() => null))?.status === 200;
    });
    const elsewhere = outsideAddress();
    const far = elsewhere === null ? null : at(elsewhere);
    const findings = [
      ...(await checkMetrics({ near, far, minga: `http://127.0.0.1:${mingaPort}`, token: metricsToken })),
      ...(await checkSite({ origin, host: HOST, httpsPort, superadmin, near })),
    ];
    console.log(proxy.name);
    console.table(findings.map(([what, seen]) => ({ what, is: seen === '' ? 'right' : `WRONG: ${seen}` })));
    return findings.filter(([, seen]) => seen !== '').length;
  } finally {
    for (const process of [child, minga]) {
      if (process.exitCode !== null) continue;
      const ended = once(process, 'exit');
      process.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }
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

/** An address of this machine by which one does not come from loopback; null: it has none. */
function outsideAddress(): string | null {
  const all = Object.values(networkInterfaces()).flat();
  return all.find(each => each?.family === 'IPv4' && !each.internal)?.address ?? null;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('not ready within a minute');
    await wait(200);
  }
}
