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
 * `whole`: answered to the last byte. `refused`: no connection, or closed before a byte of an answer, as those are that wait
 * in the listener's queue when it closes; none of them may have been done. `cut`: closed in the middle of an answer.
 */
type Outcome = 'whole' | 'refused' | 'cut';

interface Sent {
  readonly email: string;
  readonly outcome: Outcome;
  readonly status: number;
  readonly sentAt: number;
}

export const shutdown: Scenario = {
  name: 'shutdown',
  fault: 'SIGTERM under 100 confirmations a second, half of them over connections that are kept',
  run: length => withSandbox(place => stopUnderLoad(place, length === 'short' ? 1 : 20)),
};

export async function stopUnderLoad(place: Sandbox, times: number): Promise<Findings> {
  const postgres = await startPostgres(place.folder);
  const connection = openConnection(postgres.url, () => undefined);
  const port = await freePort();
  try {
    let owners: Awaited<ReturnType<typeof addOwners>> = [];
    const sent: Sent[] = [];
    const ends: number[] = [];
    let early = 0;
    const violations: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const minga = await place.start({ DATABASE_URL: postgres.url, PORT: String(port) });
      if (owners.length === 0) owners = await addOwners(connection.pool, 10);
      const load = startLoad(
        minga,
        owners.map(({ activityId }) => activityId),
        time,
      );
      await wait(LEAD_MS);
      const signalledAt = performance.now();
      const ending = minga.kill('SIGTERM');
      await wait(DRAIN_MS);
      const answered = await load.stop();
      sent.push(...answered);
      early += answered.filter(({ outcome, sentAt }) => outcome === 'refused' && sentAt < signalledAt).length;
      await ending;
      ends.push(performance.now() - signalledAt);
      if (minga.exitReason() !== '0') violations.push(`ended by ${minga.exitReason()}`);
    }
    const { rows } = await connection.pool.query<{ email: string }>('select email from attendances');
    const stored = new Set(rows.map(({ email }) => email));
    const of = (fate: Outcome) => sent.filter(one => one.outcome === fate);
    return {
      figures: {
        stops: times,
        requests: sent.length,
        whole: of('whole').length,
        refused: of('refused').length,
        'of these in the queue when the signal came': early,
        cut: of('cut').length,
        'slowest stop s': seconds(Math.max(...ends)),
      },
      violations: [
        ...violations,
        ...ends.filter(ms => ms > STOP_LIMIT_MS).map(ms => `stopped only after ${seconds(ms)} s`),
        ...of('cut').map(({ email }) => `answer cut: ${email}`),
        ...of('whole')
          .filter(one => one.status !== 201)
          .map(one => `answered ${one.status}: ${one.email}`),
        ...of('whole')
          .filter(one => one.status === 201 && !stored.has(one.email))
          .map(one => `lost: ${one.email}`),
        ...of('refused')
          .filter(one => stored.has(one.email))
          .map(one => `done without an answer: ${one.email}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Sends at a steady rate, whatever comes back: every other request over one of a few kept connections. */
function startLoad({ address }: MingaProcess, activityIds: string[], time: number) {
  const sending: Promise<Sent>[] = [];
  const kept: KeepAliveClient[] = [];
  const start = performance.now();
  const timer = setInterval(() => {
    while (sending.length < ((performance.now() - start) / 1000) * PER_SECOND) sendNext();
  }, 1000 / PER_SECOND);
  function sendNext(): void {
    const number = sending.length;
    const email = `carga-${time}-${number}@example.org`;
    const body = JSON.stringify({ taskId: activityIds[number % activityIds.length], email, name: 'Sol' });
    if (number % 2 === 0) sending.push(openClient(address).send(email, body, false));
    else {
      const line = kept.find(one => one.isIdle()) ?? openClient(address);
      if (!kept.includes(line)) kept.push(line);
      sending.push(line.send(email, body, true));
    }
  }
  return {
    async stop(): Promise<Sent[]> {
      clearInterval(timer);
      const sent = await Promise.all(sending);
      for (const line of kept) line.close();
      return sent;
    },
  };
}

interface KeepAliveClient {
  isIdle(): boolean;
  send(email: string, body: string, isKept: boolean): Promise<Sent>;
  close(): void;
}

/** One connection that carries one request after another, and sees each byte that comes. */
function openClient(address: string): KeepAliveClient {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  let isBusy = false;
  let answer = '';
  let told: () => void = () => undefined;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
    if (isComplete(answer)) told();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  void closed.then(() => told());
  return {
    isIdle: () => !isBusy && !socket.destroyed && socket.writable,
    async send(email, body, isKept) {
      isBusy = true;
      answer = '';
      const sentAt = performance.now();
      const heard = new Promise<void>(resolve => {
        told = resolve;
        if (socket.destroyed) resolve();
      });
      const head = [
        'POST /api/attendances/confirm HTTP/1.1',
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Connection: ${isKept ? 'keep-alive' : 'close'}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      await heard;
      if (!isKept) await closed;
      isBusy = false;
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      return {
        email,
        status,
        sentAt,
        outcome: answer === '' ? 'refused' : isComplete(answer) ? 'whole' : 'cut',
      };
    },
    close: () => socket.destroy(),
  };
}

function isComplete(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1]);
  return end > 0 && Buffer.byteLength(answer.slice(end + 4)) >= length;
}
