import type { Product } from '../../../scripts/product.ts';
import { type ApiClient, createAccount } from '../accounts.ts';
import { confirmAsVisitor } from '../door-fixtures.ts';
import { readEmail } from '../mailbox.ts';
import { call, newApiClient } from '../screens/api-clients.ts';

const password = 'maíz-y-café';

/** The accounts of the organiser's walk. */
export const team = {
  organiser: { username: 'Nubia Chantre', email: 'nubia@example.org', password },
  second: { username: 'Efraín Ulcué', email: 'efrain@example.org', password },
  keeper: { username: 'Sol Yunda', email: 'sol@example.org', password },
};

export async function createOrganiser({ url }: Product): Promise<ApiClient> {
  const client = await newApiClient(url);
  await createAccount(client, team.organiser);
  return client;
}

/** Another person creates an account and accepts the newest invitation with this subject. */
export async function acceptInvitation(
  { url }: Product,
  account: (typeof team)['second'],
  subject: string,
): Promise<void> {
  const client = await newApiClient(url);
  await createAccount(client, account);
  const email = await readEmail(client, account.email, subject);
  const token = /invitacion\?token=([\w-]+)/.exec(email)?.[1];
  await call(client, 'POST', '/invitations/accept', { token });
}

/** Four people sign up for the first Saturday, one of them for a shift. */
export async function signUpNeighbours({ url }: Product, { request }: ApiClient): Promise<void> {
  const tasks = (await (await request.get('/api/tasks?gestiono=true')).json()) as {
    _id: string;
    date: string;
  }[];
  const [first] = tasks.sort((a, b) => a.date.localeCompare(b.date));
  if (first === undefined) throw new Error('the series was not published');
  const { needs } = (await (await request.get(`/api/tasks/${first._id}`)).json()) as {
    needs: { _id: string; name: string }[];
  };
  const cooking = needs.find(({ name }) => name === 'Cocina');
  for (const name of ['Ana', 'Benjamín', 'Carmen', 'Dora'])
    await confirmAsVisitor(url, {
      taskId: first._id,
      name,
      email: `${name.toLowerCase().replace('í', 'i')}@example.org`,
      claims: name === 'Ana' && cooking ? [{ needId: cooking._id, quantity: 1 }] : [],
    });
}
