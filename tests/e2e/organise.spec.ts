import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { publishWithDoor } from './door-fixtures.ts';
import { expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';

/** Adds people who came without having signed up. */
async function addPeople(page: Page, taskId: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    walkIn: { name: `Vecina ${number} de la vereda`, companions: 0 },
    at: new Date().toISOString(),
  }));
  const response = await page.request.post(`/api/attendances/${taskId}/check-ins`, { data: { items } });
  expect(response.status()).toBe(200);
}

/** How many of the elements are whole in the first screen. */
const wholeOnes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(all => {
    const { height } = window.visualViewport ?? { height: innerHeight };
    return all.filter(one => one.getBoundingClientRect().bottom <= height).length;
  });

const people = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test('the screens of an activity are tabs of one page', ON_THE_PHONE, async ({ page }) => {
  const { id, unique } = await publishWithDoor(page, ['Ana', 'Benjamín']);
  await page.goto(`/actividades/${id}`);
  await page.getByRole('link', { name: /^Gente/ }).click();
  await expect(page).toHaveURL(`/tasks/${id}/gente`);
  await expect(page).toHaveTitle(`Gente · Minga ${unique} · Minga`);
  const tabs = page.getByRole('navigation', { name: 'Organizar' }).getByRole('link');
  await expect(tabs).toHaveText(['Gente', 'Puerta', 'Mensajes', 'Equipo']);
  await expectAccessible(page);
  await tabs.filter({ hasText: 'Mensajes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Escribir a tus participantes' })).toBeFocused();
  await expect(tabs.and(page.locator('[aria-current=page]'))).toHaveText('Mensajes');
  await tabs.filter({ hasText: 'Puerta' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Puerta' })).toBeVisible();
  await expect(tabs.filter({ visible: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Volver a la actividad' }).click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await page.goto(`/tasks/${id}/otra`);
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible();
});

test('the specified address shows the same head in the one row of tabs', ON_THE_PHONE, async ({ page }) => {
  const { id } = await publishWithDoor(page, ['Ana', 'Benjamín']);
  const tabs = page.getByRole('navigation', { name: 'Organizar' });
  const texts: string[][] = [];
  for (const path of [`/tasks/${id}/gente`, `/tasks/asistencia?taskId=${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2, name: '2 participantes' })).toBeVisible();
    texts.push(await tabs.locator('..').getByRole('link').allInnerTexts());
    await expect(page.getByRole('navigation', { name: 'Actividades solidarias' })).toBeHidden();
    await expect(tabs.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 });
    expect(await tabs.evaluate(row => row.scrollWidth - row.clientWidth)).toBe(0);
  }
  expect(texts[1]).toEqual(texts[0]);
  // A narrower phone marks the side on which more tabs are, and shows the current one whole.
  await page.setViewportSize({ width: 240, height: 740 });
  await page.goto(`/tasks/${id}/equipo`);
  await expect(tabs).toHaveAttribute('data-before');
  await expect(tabs.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 });
  await page.goto(`/tasks/${id}/gente`);
  await expect(tabs).toHaveAttribute('data-after');
});

test('a phone shows eight people at first, and each has a sheet', ON_THE_PHONE, async ({ page }) => {
  const needs = [{ kind: 'task', name: 'Cocina', quantity: 3 }];
  const { id } = await publishWithDoor(page, ['Ana', 'Benjamín'], { capacity: 40, needs });
  await addPeople(page, id, 10);
  await page.goto(`/tasks/${id}/gente`);
  await expect(page.getByRole('heading', { level: 2, name: '12 participantes' })).toBeVisible();
  expect(await wholeOnes(page, 'tbody tr')).toBeGreaterThanOrEqual(8);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Faltan 3 en Cocina' }).click();
  await expect(page.getByText('Todavía nadie')).toBeVisible();

  await page.getByRole('button', { name: 'Acciones: Benjamín' }).click();
  const sheet = page.getByRole('region', { name: 'Benjamín' });
  await expect(sheet.getByRole('link', { name: /^persona\.1\./ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const row = page.getByRole('button', { name: 'Acciones: Benjamín' });
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  // A press before the browser reports that the sheet has closed opens it again.
  await row.evaluate((button: HTMLElement) => {
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    button.click();
  });
  await sheet.getByRole('button', { name: 'Editar: Benjamín' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Participante' });
  await dialog.getByLabel('Nombre completo').fill('Benjamín Chantre');
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(people(page).filter({ hasText: 'Benjamín Chantre' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acciones: Benjamín Chantre' })).toBeFocused();

  await page.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('button', { name: 'Exportar Lista' })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar a varias personas' }).click();
  await expect(page.getByRole('checkbox', { name: 'Ana' })).toBeVisible();
  await expectAccessible(page);
});

test('a need whose name is one long word stays within its fold', ON_THE_PHONE, async ({ page }) => {
  const needs = [{ kind: 'task', name: 'Preparación'.repeat(5), quantity: 3 }];
  const { id } = await publishWithDoor(page, ['Ana'], { needs });
  await page.goto(`/tasks/${id}/gente`);
  const fold = page.getByRole('button', { name: /^Faltan 3 en / });
  await expect(fold).toBeInViewport({ ratio: 1 });
  expect(await fold.evaluate(button => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0);
  await fold.click();
  const overview = page.getByRole('region', { name: 'Quién ayuda en qué y quién lleva qué' });
  await expect(overview).toBeVisible();
  expect(await overview.evaluate(card => card.scrollWidth - card.clientWidth)).toBeLessThanOrEqual(0);
});

test('of 300 people the list renders 100, and a search finds the others', ON_THE_PHONE, async ({ page }) => {
  const { id } = await publishWithDoor(page, ['Ana']);
  await addPeople(page, id, 300);
  await page.goto(`/tasks/${id}/gente`);
  await expect(page.getByText('Mostrando 100 de 301')).toBeAttached();
  await expect(people(page)).toHaveCount(100);
  const search = page.getByRole('searchbox', { name: 'Buscar personas' });
  await search.fill('vecina 299');
  await expect(people(page)).toHaveText([/Vecina 299/]);
  await expect(page.getByText('1 resultado')).toBeVisible();
  await search.fill('nadie');
  await expect(page.getByText('No hay nadie con esas palabras.')).toBeVisible();
  await search.fill('');
  await expect(people(page)).toHaveCount(100);
  await page.getByText('Mostrando 100 de 301').scrollIntoViewIfNeeded();
  await expect(people(page)).toHaveCount(200);
});

test('a phone shows five names at the door, and the search stays on top', ON_THE_PHONE, async ({ page }) => {
  const { id, path } = await publishWithDoor(page, ['Ana', 'Benjamín', 'Carmen', 'Dora', 'Efraín', 'Flor']);
  await addPeople(page, id, 20);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Llegó: Benjamín' })).toBeVisible();
  expect(await wholeOnes(page, 'li:has(button)')).toBeGreaterThanOrEqual(5);
  await page.getByRole('button', { name: 'Más opciones' }).click();
  await expect(page.getByRole('switch', { name: 'Sonido' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
});

test('a press at the door shows before the device has stored the arrival', ON_THE_PHONE, async ({ page }) => {
  await page.addInitScript(() => {
    // Storing takes longer than the test waits.
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const { path } = await publishWithDoor(page, ['Ana', 'Benjamín']);
  await page.goto(path);
  await page.getByRole('button', { name: 'Llegó: Benjamín' }).click();
  await expect(page.getByRole('button', { name: 'Deshacer: Benjamín' })).toBeFocused();
  await expect(page.getByText('Benjamín: Puede entrar.')).toBeVisible();
  await expect(page.getByText(/^Por enviar/)).toHaveCount(0);
});
