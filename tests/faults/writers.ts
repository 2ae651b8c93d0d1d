import { setTimeout as wait } from 'node:timers/promises';
import { noise } from '../../apps/api/test/pictures.ts';
import type { Owner } from '../load/owners.ts';
import { ABSENT, type Ledger } from './ledger.ts';
import { type RequestResult, request, sendJson } from './request.ts';

const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;
/** Pause after a request that was not acknowledged. */
const BACKOFF_MS = 200;

interface Parts {
  readonly address: string;
  readonly owners: readonly Owner[];
  readonly ledger: Ledger;
}

export interface Writers {
  /** All response statuses so far. */
  readonly statuses: ReadonlySet<number>;
  /** Waits for the requests in flight. */
  stop(): Promise<void>;
}

/** Starts one writer per owner that loops over: publish, confirm, edit, remind, cancel or delete, register. */
export async function startWriters({ address, owners, ledger }: Parts): Promise<Writers> {
  const picture = new Blob([Uint8Array.from(await noise(360, 240).png().toBuffer())]);
  const statuses = new Set<number>();
  let isStopped = false;

  /** Records the outcome of a write. Returns null unless it was acknowledged. */
  async function write(
    kind: string,
    changes: Record<string, string>,
    pending: Promise<RequestResult>,
  ): Promise<RequestResult | null> {
    const result = await pending;
    statuses.add(result.status);
    ledger.record(kind, changes, result.outcome);
    if (result.outcome === 'acknowledged') return result;
    await wait(BACKOFF_MS);
    return null;
  }

  async function writeRound({ headers }: Owner, round: string, variant: number): Promise<void> {
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
    const confirmed = await write('confirm', { [keys.attendance]: 'attending' }, confirming);
    const edit = { ...fields, description: 'second', responsible: ['Ana', 'Luis'] };
    await write(
      'edit',
      { [keys.activity]: 'second' },
      sendJson('PUT', `${api}/tasks/${taskId}`, edit, headers),
    );
    // Earlier than now: the reminder is due at once.
    const reminder = { task: taskId, daysBefore: 30 };
    const reminding = sendJson('POST', `${api}/notifications`, reminder, headers);
    await write('remind', { [keys.reminder]: '30' }, reminding);
    if (variant === 0 && confirmed !== null) {
      const proof = { cookie: confirmed.cookie };
      const cancelling = sendJson('DELETE', `${api}/attendances/cancel/${taskId}`, { email }, proof);
      await write('cancel', { [keys.attendance]: ABSENT }, cancelling);
    } else if (variant === 1) {
      const deleted = { [keys.activity]: ABSENT, [keys.attendance]: ABSENT, [keys.reminder]: ABSENT };
      await write('delete', deleted, request(`${api}/tasks/${taskId}`, { method: 'DELETE', headers }));
    }
    const person = { username: 'Ana Chocué', phone: '3001234567', password: 'una clave de prueba' };
    const registering = sendJson('POST', `${api}/auth/register`, {
      ...person,
      email: `nueva-${round}@example.org`,
    });
    await write('register', { [keys.registration]: 'registered' }, registering);
  }

  const loops = owners.map(async (owner, writer) => {
    for (let round = 0; !isStopped; round += 1) await writeRound(owner, `${writer}-${round}`, round % 3);
  });
  return {
    statuses,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

const dateInTenDays = () => new Date(Date.now() + IN_TEN_DAYS_MS).toISOString();
