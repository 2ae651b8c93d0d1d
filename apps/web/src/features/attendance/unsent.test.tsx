import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKind, isMark } from '../../lib/outbox-store.ts';
import { isUnsent } from './remembered-attendances.ts';
import 'fake-indexeddb/auto';

const TASK = '01930000-0000-7000-8000-00000000000a';
const OTHER_TASK = '01930000-0000-7000-8000-00000000000b';
const maria = { email: 'maria@example.org', username: 'María' };
const idOf = (number: number) => `3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a1${number}`;

/** The items of localStorage as the version before the outbox wrote them. */
const FORMER = {
  [`minga.unsent::${TASK}:`]:
    '{"owner":null,"title":"Siembra","confirmation":{"taskId":"01930000-0000-7000-8000-00000000000a","name":"Rosa","clientId":"3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a10"},"outcome":null}',
  [`minga.unsent:maria@example.org:${TASK}:`]:
    '{"owner":"maria@example.org","title":"Siembra","seriesId":"0199bbbb-0000-7000-8000-000000000001","confirmation":{"taskId":"01930000-0000-7000-8000-00000000000a","name":"María","clientId":"3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a11","email":"maria@example.org","remind":true,"companions":2},"outcome":null}',
  [`minga.unsent:maria@example.org:${TASK}:3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a12`]:
    '{"owner":"maria@example.org","title":"Siembra","confirmation":{"taskId":"01930000-0000-7000-8000-00000000000a","name":"Luis","clientId":"3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a12","email":"luis@example.org"},"outcome":null}',
  'minga.unsent-outcome:3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a13':
    '{"owner":null,"title":"Siembra","confirmation":{"name":"Eva","clientId":"3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a13","taskId":"01930000-0000-7000-8000-00000000000b"},"outcome":{"refusal":"Ya no hay cupos","personalLink":null}}',
};

/** A new page of the present version in this browser. */
async function openPage() {
  vi.resetModules();
  const [{ readEntries, changeEntries }, { confirmationKind }] = await Promise.all([
    import('../../lib/outbox.ts'),
    import('./unsent.ts'),
  ]);
  return {
    read: (owner: string | null) => readEntries(confirmationKind, owner),
    change: async (owner: string | null, outcome: { refusal: string; personalLink: null } | null) => {
      const entries = await readEntries(confirmationKind, owner);
      await changeEntries(confirmationKind, entries, entry => ({ ...entry, outcome }));
    },
  };
}

const marks = () => Object.entries({ ...localStorage }).filter(([key]) => isMark(key));

beforeEach(async () => {
  await forgetKind('confirmation', 'minga.unsent');
  localStorage.clear();
  Object.assign(localStorage, FORMER);
});
afterEach(() => void vi.restoreAllMocks());

test('takes over what the former version stored, each as its account’s, and removes it', async () => {
  expect([isUnsent(TASK, null), isUnsent(TASK, maria)]).toEqual([true, true]);
  const page = await openPage();
  expect(await page.read(null)).toEqual([
    {
      kind: 'confirmation',
      key: idOf(0),
      owner: null,
      at: 0,
      isAttempted: true,
      outcome: null,
      title: 'Siembra',
      confirmation: { taskId: TASK, name: 'Rosa', clientId: idOf(0) },
    },
    {
      kind: 'confirmation',
      key: idOf(3),
      owner: null,
      at: 0,
      isAttempted: true,
      title: 'Siembra',
      confirmation: { taskId: OTHER_TASK, name: 'Eva', clientId: idOf(3) },
      outcome: { refusal: 'Ya no hay cupos', personalLink: null },
    },
  ]);
  expect(await page.read(maria.email)).toMatchObject([
    {
      seriesId: '0199bbbb-0000-7000-8000-000000000001',
      confirmation: { clientId: idOf(1), email: maria.email, remind: true, companions: 2 },
    },
    { confirmation: { clientId: idOf(2), email: 'luis@example.org' }, outcome: null },
  ]);
  // The marks do not have the names and addresses of attendees.
  expect(marks().toSorted()).toEqual(
    [
      [`minga.unsent::${TASK}:`, '1'],
      [`minga.unsent::${OTHER_TASK}:${idOf(3)}`, '1'],
      [`minga.unsent:maria@example.org:${TASK}:`, '1'],
      [`minga.unsent:maria@example.org:${TASK}:${idOf(2)}`, '1'],
    ].toSorted(),
  );
  expect([isUnsent(TASK, null), isUnsent(TASK, maria), isUnsent(OTHER_TASK, null)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('takes it over once: what has become of it since stays', async () => {
  const page = await openPage();
  await page.change(null, { refusal: 'Ya no hay cupos', personalLink: null });
  // As if the page had been closed before it removed them.
  Object.assign(localStorage, FORMER);
  const next = await openPage();
  expect((await next.read(null)).map(({ outcome }) => outcome?.refusal)).toEqual([
    'Ya no hay cupos',
    'Ya no hay cupos',
  ]);
  expect(marks().every(([, value]) => value === '1')).toBe(true);
});

test('where the browser refuses to store, it is sent from where it is, and stays there', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const page = await openPage();
  expect(await page.read(maria.email)).toHaveLength(2);
  expect({ ...localStorage }).toMatchObject(FORMER);
});

test('ignores what it cannot read', async () => {
  localStorage.clear();
  localStorage.setItem('minga.unsent::x:', 'no es json');
  localStorage.setItem('minga.unsent::y:', '{"owner":null}');
  const page = await openPage();
  expect(await page.read(null)).toEqual([]);
});
