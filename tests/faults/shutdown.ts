import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { addOwners } from '../load/owners.ts';
import { startPostgres } from './postgres.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';

const PER_SECOND = 100;
const LEAD_MS = 2_000;
const DRAIN_MS = 500;
const STOP_LIMIT_MS = 10_000;

/**
 * `complete`: a full response. `refused`: no connection, or one closed before the first byte of a response, which happens to
 * connections in the listen backlog when the listener closes; such a request must have no effect. `truncated`: closed in the
 * middle of a response.
 */
type Outcome = 'complete' | 'refused' | 'truncated';

interface Sent {
  readonly email: string;
  readonly outcome: Outcome;
  readonly status: number;
  readonly sentAt: number;
}

export const shutdown: Scenario = {
  name: 'shutdown',
  fault: 'SIGTERM under 100 confirmations a second, half of them over keep-alive connections',
  run: length => withSandbox(sandbox => stopUnderLoad(sandbox, length === 'short' ? 1 : 20)),
};

export async function stopUnderLoad(sandbox: Sandbox, runs: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const connection = openConnection(postgres.url, () => undefined);
  const port = await freePort();
  try {
    let owners: Awaited<ReturnType<typeof addOwners>> = [];
    const sent: Sent[] = [];
    const stopTimes: number[] = [];
    let backlogged = 0;
    const violations: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const minga = await sandbox.start({ DATABASE_URL: postgres.url, PORT: String(port) });
      if (owners.length === 0) owners = await addOwners(connection.pool, 10);
      const load = startLoad(
        minga,
        owners.map(({ activityId }) => activityId),
        run,
      );
      await wait(LEAD_MS);
      const signalledAt = performance.now();
      const stopped = minga.kill('SIGTERM');
      await wait(DRAIN_MS);
      const results = await load.stop();
      sent.push(...results);
      backlogged += results.filter(
        ({ outcome, sentAt }) => outcome === 'refused' && sentAt < signalledAt,
      ).length;
      await stopped;
      stopTimes.push(performance.now() - signalledAt);
      if (minga.exitReason() !== '0') violations.push(`exited with ${minga.exitReason()}`);
    }
    const { rows } = await connection.pool.query<{ email: string }>('select email from attendances');
    const stored = new Set(rows.map(({ email }) => email));
    const ofOutcome = (outcome: Outcome) => sent.filter(one => one.outcome === outcome);
    return {
      figures: {
        stops: runs,
        requests: sent.length,
        complete: ofOutcome('complete').length,
        refused: ofOutcome('refused').length,
        'of these in the backlog at the signal': backlogged,
        truncated: ofOutcome('truncated').length,
        'slowest stop s': seconds(Math.max(...stopTimes)),
      },
      violations: [
        ...violations,
        ...stopTimes.filter(ms => ms > STOP_LIMIT_MS).map(ms => `stopped only after ${seconds(ms)} s`),
        ...ofOutcome('truncated').map(({ email }) => `truncated response: ${email}`),
        ...ofOutcome('complete')
          .filter(one => one.status !== 201)
          .map(one => `returned ${one.status}: ${one.email}`),
        ...ofOutcome('complete')
          .filter(one => one.status === 201 && !stored.has(one.email))
          .map(one => `lost: ${one.email}`),
        ...ofOutcome('refused')
          .filter(one => stored.has(one.email))
          .map(one => `effect without a response: ${one.email}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Sends at a constant rate regardless of the responses, every second request over a pool of keep-alive connections. */
function startLoad({ address }: MingaProcess, activityIds: string[], run: number) {
  const sending: Promise<Sent>[] = [];
  const pool: KeepAliveClient[] = [];
  const start = performance.now();
  const timer = setInterval(() => {
    while (sending.length < ((performance.now() - start) / 1000) * PER_SECOND) sendNext();
  }, 1000 / PER_SECOND);
  function sendNext(): void {
    const number = sending.length;
    const email = `carga-${run}-${number}@example.org`;
    const body = JSON.stringify({ taskId: activityIds[number % activityIds.length], email, name: 'Sol' });
    if (number % 2 === 0) sending.push(openClient(address).send(email, body, false));
    else {
      const client = pool.find(one => one.isIdle()) ?? openClient(address);
      if (!pool.includes(client)) pool.push(client);
      sending.push(client.send(email, body, true));
    }
  }
  return {
    async stop(): Promise<Sent[]> {
      clearInterval(timer);
      const sent = await Promise.all(sending);
      for (const client of pool) client.close();
      return sent;
    },
  };
}

interface KeepAliveClient {
  isIdle(): boolean;
  send(email: string, body: string, keepAlive: boolean): Promise<Sent>;
  close(): void;
}

/** A raw connection that sends one request after another and observes every byte of the responses. */
function openClient(address: string): KeepAliveClient {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  let isBusy = false;
  let response = '';
  let notify: () => void = () => undefined;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    response += chunk;
    if (isComplete(response)) notify();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  void closed.then(() => notify());
  return {
    isIdle: () => !isBusy && !socket.destroyed && socket.writable,
    async send(email, body, keepAlive) {
      isBusy = true;
      response = '';
      const sentAt = performance.now();
      const settled = new Promise<void>(resolve => {
        notify = resolve;
        if (socket.destroyed) resolve();
      });
      const head = [
        'POST /api/attendances/confirm HTTP/1.1',
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      await settled;
      if (!keepAlive) await closed;
      isBusy = false;
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0);
      return {
        email,
        status,
        sentAt,
        outcome: response === '' ? 'refused' : isComplete(response) ? 'complete' : 'truncated',
      };
    },
    close: () => socket.destroy(),
  };
}

function isComplete(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(response)?.[1]);
  return end > 0 && Buffer.byteLength(response.slice(end + 4)) >= length;
}
