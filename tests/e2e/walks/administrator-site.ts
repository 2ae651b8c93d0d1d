import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import type { TestMailServer } from '../../../apps/api/test/smtp.ts';
import type { ApiClient } from '../accounts.ts';
import { signIn } from '../accounts.ts';
import { call, newApiClient, signInClient } from '../screens/api-clients.ts';
import { accountHolders, type Member } from '../screens/viewers.ts';

/** A site that an administrator comes to on three days: what people do there through the API. */
export class AdministratorSite {
  readonly admin = accountHolders.admin;
  readonly #url: string;
  readonly #mail: TestMailServer;
  readonly #clients = new Map<string, ApiClient>();
  readonly #ids = new Map<string, string>();

  constructor(url: string, mail: TestMailServer) {
    this.#url = url;
    this.#mail = mail;
  }

  /** The first day: two organisers, and an activity that is over a day later. */
  async open(now: string): Promise<void> {
    const superadmin = await signInClient(this.#url, accountHolders.superadmin);
    this.#clients.set('superadmin', superadmin);
    await call(superadmin, 'POST', '/auth/admin/register', this.admin);
    for (const name of ['ana', 'luis', 'marta']) await this.#createAccount(name);
    await this.#publish('ana', 'Limpieza del río Molino', after(now, 0.1));
    await this.#publish('ana', 'Caminata de noche al cerro', after(now, 6));
    await this.#publish('luis', 'Rifa para el techo del salón', after(now, 8));
    const { _id, slug } = (await call(this.#client('ana'), 'POST', '/collectives', {
      name: 'Guardianas del Cauca',
    })) as { _id: string; slug: string };
    const admin = await signInClient(this.#url, this.admin);
    for (const id of this.#ids.values()) await call(admin, 'PATCH', `/admin-panel/activities/${id}/approve`);
    await call(admin, 'PATCH', `/admin-panel/collectives/${_id}/verification`, { isVerified: true });
    await call(superadmin, 'PUT', '/admin/trust', {
      heldWords: ['bono'],
      heldDomains: [],
      refusedMailDomains: [],
      holdFirst: 1,
    });
    const events = ['activity.published'];
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const path = `/collectives/${slug}/webhooks`;
    await call(this.#client('ana'), 'POST', path, { url, events });
    await expect(async () => {
      const response = await this.#client('ana').request.get(`/api${path}`);
      expect(await response.json()).toMatchObject([{ failingSince: now }]);
    }).toPass({ timeout: 30_000 });
  }

  /** The second day: three reported things, four publications and a collective wait. */
  async fill(now: string): Promise<void> {
    const ana = this.#client('ana');
    const id = this.#ids.get('Limpieza del río Molino');
    const multipart = { text: 'Sacamos 34 bultos. Llamen a doña Rosa al 300 123 45 67.' };
    expect((await ana.request.put(`/api/tasks/${id}/memory`, { multipart })).ok()).toBe(true);
    // A memory waits for approval too.
    await call(await signInClient(this.#url, this.admin), 'PATCH', `/admin-panel/activities/${id}/approve`);
    const visitor = await newApiClient(this.#url);
    const report = (type: string, title: string, reason: string, text: string) =>
      call(visitor, 'POST', '/reports', { target: { type, id: this.#ids.get(title) }, reason, text });
    for (const text of ['Pide consignar.', 'Llegué y no había nadie.', 'Es una estafa.'])
      await report('activity', 'Rifa para el techo del salón', 'fraude', text);
    await report('activity', 'Caminata de noche al cerro', 'peligro', 'De noche es peligroso.');
    await report('memory', 'Limpieza del río Molino', 'datos', 'Sale el teléfono de mi mamá.');

    const repeat = { frequency: 'weekly', count: 4 };
    await this.#publish('ana', 'Olla comunitaria de los sábados', after(now, 4), { repeat });
    await this.#publish('ana', 'Bono solidario para la escuela', after(now, 5));
    await this.#publish('luis', 'Reparación de bicicletas', after(now, 3));
    await this.#publish('marta', 'Taller de huertas en casa', after(now, 2));
    await call(this.#client('luis'), 'POST', '/collectives', { name: 'Guardianas del  Cauca' });
  }

  /** The third day: an appeal and an activity wait. */
  async appeal(now: string): Promise<void> {
    const id = this.#ids.get('Rifa para el techo del salón');
    const text = 'Lo que se recoge es para el techo, y ya lo explicamos en la descripción.';
    await call(this.#client('luis'), 'POST', `/tasks/${id}/appeal`, { text });
    await this.#publish('marta', 'Siembra en la loma de Cartagena', after(now, 5));
  }

  /** The fourth day: nothing waits, but no e-mail goes out. */
  async loseMailServer(): Promise<void> {
    await this.#mail.stop();
    const visitor = await newApiClient(this.#url);
    await call(visitor, 'POST', '/auth/password-reset', { email: member('ana').email });
  }

  /** The subjects of the e-mails that a person got. */
  emailsTo(name: string): string[] {
    const { email } =
      name === 'admin' ? this.admin : name === 'superadmin' ? accountHolders.superadmin : member(name);
    return this.#mail.received
      .filter(({ recipients }) => recipients.includes(email))
      .map(({ source }) => subjectOf(source));
  }

  async #createAccount(name: string): Promise<void> {
    const client = await newApiClient(this.#url);
    const person = member(name);
    await call(client, 'POST', '/auth/register', { ...person, phone: '3001234567' });
    await call(client, 'POST', '/auth/verify-email', { token: await this.#verificationToken(person) });
    await signIn(client, person);
    this.#clients.set(name, client);
  }

  async #verificationToken({ email }: Member): Promise<string> {
    let token: string | undefined;
    await expect(() => {
      const received = this.#mail.received.find(({ recipients }) => recipients.includes(email));
      // Quoted-printable: lines are broken, and '=' is '=3D'.
      const text = received?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
      token = /verify-email\?token=([\w-]+)/.exec(text)?.[1];
      expect(token).toBeDefined();
    }).toPass({ timeout: 30_000 });
    return token ?? '';
  }

  async #publish(name: string, title: string, date: string, fields: object = {}): Promise<void> {
    const data = { title, date, place: 'Popayán', description: 'Trae agua y sombrero.', ...fields };
    const { _id } = (await call(this.#client(name), 'POST', '/tasks', data)) as { _id: string };
    this.#ids.set(title, _id);
  }

  #client(name: string): ApiClient {
    const client = this.#clients.get(name);
    if (client === undefined) throw new Error(`${name} has no account`);
    return client;
  }
}

const member = (name: string): Member => ({
  username: `${name[0]?.toUpperCase()}${name.slice(1)} Chocué`,
  email: `${name}@example.org`,
  password: 'maíz-y-café',
});

/** The decoded subject of a raw e-mail. */
const subjectOf = (source: string): string =>
  (/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source)?.[1] ?? '')
    .replace(/\?=\s+=\?/g, '?= =?')
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, '$1')
    .replaceAll('_', ' ')
    .replace(/(?:=[0-9A-F]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

const after = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * 24 * 3_600_000).toISOString();

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
