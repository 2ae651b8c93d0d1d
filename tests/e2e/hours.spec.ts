import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { publishActivity, startActivity } from './organiser.ts';

/** Checks people in, as the door does. */
const checkIn = (page: Page, taskId: string, items: object[]) =>
  page.request.post(`/api/attendances/${taskId}/check-ins`, {
    data: { items: items.map(item => ({ id: randomUUID(), at: new Date().toISOString(), ...item })) },
  });

test('an organiser confirms hours, a person downloads the certificate, anybody checks it, the organiser revokes it', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/404|409/);
  const { id, unique } = await publishActivity(page);
  const member = await (await browser.newContext({ baseURL: product.url })).newPage();
  const email = `luz.${unique}@example.org`;
  await createAccount(member, { username: 'Luz Ñáñez', email, password: 'maíz-y-café' });
  const confirmed = await member.request.post('/api/attendances/confirm', {
    data: { taskId: id, name: 'Luz Ñáñez', email },
  });
  const { _id: attendanceId } = await confirmed.json();
  const title = `Minga ${unique}`;
  await startActivity(page, id, { title });
  await checkIn(page, id, [{ attendanceId }, { walkIn: { name: 'Efraín', companions: 1 } }]);

  await page.goto(`/tasks/${id}/despues`);
  await expect(page.getByText('Llegaron 2 personas de la lista, con 1 acompañante.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirmar horas' }).click();
  await expect(page.getByText('Escribe de 0,25 a 24 horas')).toBeVisible();
  await page.getByLabel('Horas de cada persona').fill('3,5');
  await page.getByText('Persona por persona').click();
  await page.getByRole('button', { name: /^No vino: .*Efraín/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar horas' }).click();
  await expect(page.getByText('Listo: 1 persona tiene sus horas confirmadas')).toBeVisible();

  await member.goto('/tasks/voy-a-ir');
  await member.getByRole('link', { name: 'Mis horas' }).click();
  await expect(member.getByText('3 horas y 30 minutos').first()).toBeVisible();
  await expectAccessible(member);
  const download = member.waitForEvent('download');
  await member.getByRole('button', { name: `Constancia (PDF): ${title}` }).click();
  const number = /constancia-(.*)\.pdf/.exec((await download).suggestedFilename())?.[1] ?? '';
  await expect(member.getByText(`Descargamos constancia-${number}.pdf`)).toBeVisible();
  await member.getByText('Una sola constancia de varias actividades').click();
  const period = member.waitForEvent('download');
  await member.getByRole('button', { name: 'Constancia del período (PDF)' }).click();
  expect((await period).suggestedFilename()).not.toContain(number);

  // Without JavaScript too: the page is the server's.
  const plain = await (
    await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  ).newPage();
  await plain.goto(`/constancia/${number}`);
  await expect(plain.getByText('Esta constancia es válida')).toBeVisible();
  await expect(plain.getByText('Luz Ñáñez')).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/constancia/${number}`);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(visitor);

  await page.reload();
  await page.getByText('Persona por persona').click();
  await page.getByRole('button', { name: 'Anular constancia de Luz Ñáñez' }).press('Enter');
  await page.getByRole('button', { name: 'Sí, anular' }).click();
  await expect(page.getByText('Anulaste la constancia de Luz Ñáñez')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Esta constancia fue anulada' })).toBeVisible();
  await expectAccessible(visitor);
  const missing = await visitor.goto('/constancia/AAAA-AAAA-AAAA');
  expect(missing?.status()).toBe(404);
  await expect(
    visitor.getByRole('heading', { name: 'No existe una constancia con ese número' }),
  ).toBeVisible();
  await member.reload();
  await expect(member.getByText('Ya no tienes horas que cuenten')).toBeVisible();
});

test('a visitor sees hours and certificate on the page of the personal link', async ({
  page,
  browser,
  product,
}) => {
  const { id, unique } = await publishActivity(page, { contact: 'any' });
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  const confirmed = await visitor.request.post('/api/attendances/confirm', {
    data: { taskId: id, name: 'Rosa' },
  });
  const { _id: attendanceId, personalLink } = await confirmed.json();
  await startActivity(page, id, { title: `Minga ${unique}`, contact: 'any' });
  await checkIn(page, id, [{ attendanceId }]);
  await page.request.put(`/api/attendances/${id}/hours`, { data: { hours: 2 } });
  const { pathname, search } = new URL(personalLink);
  await visitor.goto(pathname + search);
  await expect(visitor.getByText('Ayudaste 2 horas.')).toBeVisible();
  await expectAccessible(visitor);
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: 'Constancia (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^constancia-.*\.pdf$/);
});
