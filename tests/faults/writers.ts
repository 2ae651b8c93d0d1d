import { setTimeout as wait } from 'node:timers/promises';
import { noise } from '../../apps/api/test/pictures.ts';
import type { Owner } from '../load/owners.ts';
import { ABSENT, type Ledger } from './ledger.ts';
import { type RequestResult, request, sendJson } from './request.ts';

const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;
/** Nobody hammers a server that does not answer. */
const BACKOFF_MS = 200;

interface Parts {
  readonly address: string;
  readonly owners: readonly Owner[];
  readonly ledger: Ledger;
}

export interface Writers {
  /** Every status that was answered. */
  readonly statuses: ReadonlySet<number>;
  /** Lets each finish its request. */
  stop(): Promise<void>;
}

/** One writer an owner, each without a break: publish, confirm, edit, remind, cancel or delete, register. */
export async function startWriters({ address, owners, ledger }: Parts): Promise<Writers> {
  const picture = new Blob([Uint8Array.from(await noise(360, 240).png().toBuffer())]);
  const statuses = new Set<number>();
  let isOver = false;

  /** Has the write done and recorded; null when it was not acknowledged. */
  async function write(
    kind: string,
    changes: Record<string, string>,
    asked: Promise<RequestResult>,
  ): Promise<RequestResult | null> {
    const answer = await asked;
    statuses.add(answer.status);
    ledger.record(kind, changes, answer.outcome);
    if (answer.outcome === 'acknowledged') return answer;
    await wait(BACKOFF_MS);
    return null;
  }

  async function writeRound({ headers }: Owner, round: string, third: number): Promise<void> {
    const api = `${address}/api`;
    const title = `Minga ${round}`;
    const keys = {
      activity: `activity ${title}`,
      attendance: `attendance visita-${round}@example.org`,
      reminder: `reminder ${title}`,
      registration: `registration nueva-${round}@example.org`,
    };
    const email = `visita-${round}@example.org`;
    const fields = {
      title,
      description: 'first',
      place: 'Parque',
      date: dateInTenDays(),
      responsible: '["Ana"]',
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('image', picture, 'foto.png');
    const publishing = request(`${api}/tasks`, { method: 'POST', headers, body: form });
    const published = await write('publish', { [keys.activity]: 'first' }, publishing);
    if (published === null) return;
    const taskId = published.body._id ?? '';

    const visit = { taskId, email, name: 'Luz' };
    const confirming = sendJson('POST', `${api}/attendances/confirm`, visit);
    const confirmed = await write('confirm', { [keys.attendance]: 'comes' }, confirming);
    const edit = { ...fields, description: 'second', responsible: ['Ana', 'Luis'] };
    await write(
      'edit',
      { [keys.activity]: 'second' },
      sendJson('PUT', `${api}/tasks/${taskId}`, edit, headers),
    );
    // More days than are left: it is due at once.
    const reminder = { task: taskId, daysBefore: 30 };
    const reminding = sendJson('POST', `${api}/notifications`, reminder, headers);
    await write('remind', { [keys.reminder]: '30' }, reminding);
    if (third === 0 && confirmed !== null) {
      const proof = { cookie: confirmed.cookie };
      const cancelling = sendJson('DELETE', `${api}/attendances/cancel/${taskId}`, { email }, proof);
      await write('cancel', { [keys.attendance]: ABSENT }, cancelling);
    } else if (third === 1) {
      const gone = { [keys.activity]: ABSENT, [keys.attendance]: ABSENT, [keys.reminder]: ABSENT };
      await write('delete', gone, request(`${api}/tasks/${taskId}`, { method: 'DELETE', headers }));
    }
    const person = { username: 'Ana Chocué', phone: '3001234567', password: 'una clave de prueba' };
    const registering = sendJson('POST', `${api}/auth/register`, {
      ...person,
      email: `nueva-${round}@example.org`,
    });
    await write('register', { [keys.registration]: 'there' }, registering);
  }

  const writing = owners.map(async (owner, writer) => {
    for (let round = 0; !isOver; round += 1) await writeRound(owner, `${writer}-${round}`, round % 3);
  });
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}

const dateInTenDays = () => new Date(Date.now() + IN_TEN_DAYS_MS).toISOString();
