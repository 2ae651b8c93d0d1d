import { randomUUID } from 'node:crypto';
import { type LoopbackServer, loopbackServer } from '../../apps/api/test/loopback-server.ts';
import { createAccount } from './accounts.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';

interface Source {
  readonly server: LoopbackServer;
  /** The body of every response. */
  body: string;
}

/** A product that may read the calendars of a server on this machine. */
const test = base.extend<{ source: Source }>({
  source: async ({ browserName: _ }, use) => {
    const server = await loopbackServer((_request, _body, response) => {
      response.end(source.body);
    });
    const source: Source = { server, body: '' };
    await use(source);
    await server.stop();
  },
  ownProduct: ({ source }, use) => use({ WEBHOOK_HOSTS: source.server.host }),
});

const DAY_MS = 24 * 60 * 60 * 1000;
const stamp = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:]|\.\d+/g, '');
const eventOf = (uid: string, days: number, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, `DTSTART:${stamp(days)}`, ...lines, 'END:VEVENT'].join(
    '\r\n',
  );
const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');

test('a collective takes its activities from a calendar, and stops', async ({
  page,
  source,
  quietConsole,
}) => {
  const word = randomUUID().slice(0, 8);
  await createAccount(page, {
    username: 'Nubia Chantre',
    email: `nubia.${word}@example.org`,
    password: 'maíz-y-café',
  });
  const name = `Junta de La Esmeralda ${word}`;
  const { slug } = await (await page.request.post('/api/collectives', { data: { name } })).json();
  const meeting = eventOf(`Asamblea ${word}`, 3, 'LOCATION:Salón comunal');
  source.body = calendarOf(meeting, eventOf(`Siembra ${word}`, 5, 'RRULE:FREQ=WEEKLY;COUNT=3'));

  await page.goto(`/colectivos/${slug}`);
  await page.getByRole('link', { name: 'Traer de un calendario' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Traer de un calendario' })).toBeFocused();
  await expect(page.getByText('Todavía de ningún calendario.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Dirección del calendario').fill(`http://${source.server.host}/junta.ics`);
  await page.getByLabel('Categoría de sus actividades').selectOption('Ambiente');
  await page.getByRole('button', { name: 'Ver qué trae' }).press('Enter');
  const found = page.getByRole('heading', { level: 2, name: '4 actividades, 1 se repite, 3 sin lugar' });
  await expect(found).toBeFocused();
  await expect(page.getByText(`Asamblea ${word}`)).toBeVisible();
  await expect(page.getByText('Todavía de ningún calendario.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Traer sus actividades' }).press('Enter');
  await expect(found).toBeHidden();
  await expect(page.getByText('4 actividades, 1 se repite, 3 sin lugar')).toBeVisible();
  await expect(page.getByText('Leído hace un momento. Lo leemos cada hora.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: new RegExp(`Asamblea ${word}`) }).click();
  await expect(page.getByText(`Viene del calendario de ${source.server.host}`)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/colectivos/${slug}/calendarios`);
  const field = page.getByLabel('Dirección del calendario');
  await field.fill(`http://${source.server.host}/junta.ics`);
  source.body = '<html>';
  await page.getByRole('button', { name: 'Ver qué trae' }).click();
  await expect(page.getByText(/la línea 1 no es BEGIN:VCALENDAR/)).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  // The same calendar once more.
  source.body = calendarOf(meeting);
  quietConsole.expect(/status of 409/);
  await field.fill(`http://${source.server.host}/junta.ics`);
  await page.getByRole('button', { name: 'Ver qué trae' }).click();
  await page.getByRole('button', { name: 'Traer sus actividades' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  await page.getByRole('button', { name: `Dejar de leer: ${source.server.host}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Dejar de leer ${source.server.host}` });
  await expect(dialog.getByRole('radio', { name: /^Dejarlas/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Quitarlas/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Dejar de leer' }).click();
  await expect(page.getByText('Todavía de ningún calendario.')).toBeVisible();
  await page.goto(`/colectivos/${slug}`);
  await expect(page.getByRole('link', { name: new RegExp(`Asamblea ${word}`) })).toHaveCount(0);
});
