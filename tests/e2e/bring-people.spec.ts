import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { enter, press, tabTo } from './keyboard.ts';
import { readEmail } from './mailbox.ts';
import { publishActivity } from './organiser.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Traer una lista' });
const count = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text });

/** A button of the list's tools, the rare ones of which are in a menu. */
async function tool(page: Page, name: string): Promise<Locator> {
  const menu = page.getByRole('button', { name: 'Más acciones' });
  const button = page.getByRole('button', { name, exact: true }).first();
  if ((await menu.isVisible()) && !(await button.isVisible())) await menu.click();
  return button;
}

/** Pastes a list into the dialog, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await (await tool(page, 'Traer una lista')).click();
  const field = dialogOf(page).getByRole('textbox', { name: 'Tu lista' });
  await expect(field).toBeFocused();
  await page.keyboard.insertText(text);
}

/** Opens a file of the list in the dialog, and expects that all of its people are on the list. */
async function expectAlready(page: Page, text: string): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText(text);
  await expect(dialog.getByRole('button', { name: /^Agregar/ })).toBeDisabled();
}

test('an organiser brings a list as people write it, and a person on it who wants none of it leaves for good', async ({
  page,
  browser,
  contextOptions,
  product,
}) => {
  const { id, unique } = await publishActivity(page, { companionsMax: 3, place: 'Parque Caldas' });
  const [luis, ana] = [`luis.${unique}@example.org`, `ana.${unique}@example.org`];
  const list = [
    'Lista para el sábado',
    '1. Doña Rosa 300 123 4567',
    `2. Luis - ${luis}`,
    `3. Ana Paz <ana.${unique}@example>`,
    '4. Don Efraín y 2 acompañantes',
  ].join('\n');
  await page.goto(`/tasks/${id}/gente`);
  await expect(page.getByText('No hay participantes registrados')).toBeVisible();
  await paste(page, list);
  const dialog = dialogOf(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Revisar la lista' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Se agregan 3 · por corregir 1');
  // The list shows rows with an error first.
  await expect(dialog.getByRole('listitem').first()).toContainText('Correo electrónico no válido');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Don Efraín' })).toContainText('+2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Corregir: Ana Paz' }).click();
  await expect(dialog.getByLabel('Correo', { exact: true })).toBeFocused();
  await dialog.getByLabel('Correo', { exact: true }).fill(ana);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Se agregan 4');
  await dialog.getByRole('button', { name: 'Agregar a 4 personas' }).click();

  await expect(dialog.getByRole('heading', { name: 'Agregaste a 4 personas' })).toBeFocused();
  const mailed = dialog.getByRole('region', { name: 'Les avisamos por correo · 2' });
  await expect(mailed).toContainText('Ana Paz');
  await expect(mailed).toContainText('Luis');
  const untold = dialog.getByRole('region', { name: 'Falta que les cuentes · 2' });
  const chat = untold.getByRole('link', { name: 'Contarle por WhatsApp a Doña Rosa' });
  await expect(chat).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/573001234567\?text=Hola%2C%20Do%C3%B1a%20Rosa/,
  );
  await expect(untold.getByRole('listitem').filter({ hasText: 'Don Efraín' })).toContainText('en persona');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ver la lista' }).click();
  await expect(dialog).toBeHidden();
  await expect(count(page, '4 participantes')).toBeVisible();
  await expect(count(page, '4 participantes')).toBeFocused();

  await paste(page, list.replace('example>', 'example.org>'));
  await dialog.getByRole('button', { name: 'Revisar la lista' }).click();
  await expectAlready(page, 'Ya están o se repiten 4');
  await page.keyboard.press('Escape');

  // The link of the e-mail, on another phone. Opening it changes nothing.
  const path = /\/mi-asistencia\?token=no-fui-yo\.[\w-]+/.exec(
    await readEmail(page, luis, 'Te agregaron'),
  )?.[0];
  const phone = await (await browser.newContext({ ...contextOptions, baseURL: product.url })).newPage();
  await phone.goto(path ?? '');
  await expect(phone.getByRole('heading', { level: 1, name: '¿Salir de esta lista?' })).toBeVisible();
  await expectAccessible(phone);
  await expect(count(page, '4 participantes')).toBeVisible();
  await enter(phone.getByRole('button', { name: 'No fui yo, quítame' }), () =>
    expect(phone.getByText('Ya no estás en la lista')).toBeVisible(),
  );
  await expectAccessible(phone);
  await phone.reload();
  await expect(phone.getByText('Ya no estás en la lista')).toBeVisible();
  await expect(count(page, '3 participantes')).toBeVisible();
  await paste(page, `Luis ${luis}`);
  await dialog.getByRole('button', { name: 'Revisar la lista' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('pidió que no la agreguen');
  await expect(dialog.getByRole('button', { name: /^Agregar/ })).toBeDisabled();
});

test(
  'what was downloaded for Excel and as .csv is understood again, chosen or dropped, and adds no person',
  AT_ANY_WIDTH,
  async ({ page }) => {
    const { id, unique } = await publishActivity(page, { companionsMax: 3 });
    const rows = [
      { name: '=1+1', phone: '3001234567', companions: 2 },
      { name: 'Íngrid Ñáñez; «Nena»', email: `ingrid.${unique}@example.org` },
      { name: 'Wilmer' },
    ];
    const imported = await page.request.post(`/api/attendances/${id}/import`, {
      data: { rows, notify: false },
    });
    expect(await imported.json()).toMatchObject({ added: 3 });
    await page.goto(`/tasks/${id}/gente`);
    await expect(count(page, '3 participantes')).toBeVisible();
    const dialog = dialogOf(page);
    for (const [name, ending] of [
      ['Descargar para Excel', 'xlsx'],
      ['Exportar Lista', 'csv'],
    ] as const) {
      const download = page.waitForEvent('download');
      await (await tool(page, name)).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`asistentes-Minga ${unique}.${ending}`);
      const chooser = page.waitForEvent('filechooser');
      await (await tool(page, 'Traer una lista')).click();
      await dialog.getByRole('button', { name: 'Archivo de Excel o .csv' }).click();
      await (await chooser).setFiles(await file.path());
      await expectAlready(page, 'Ya están o se repiten 3');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      const bytes = [...(await readFile(await file.path()))];
      await (await tool(page, 'Traer una lista')).click();
      const dropped = await page.evaluateHandle(
        ([content, fileName]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([Uint8Array.from(content)], fileName));
          return transfer;
        },
        [bytes, `lista.${ending}`] as const,
      );
      await dialog.getByLabel('Tu lista').dispatchEvent('drop', { dataTransfer: dropped });
      await expectAlready(page, 'Ya están o se repiten 3');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  },
);

test(
  'with the keyboard only, an organiser corrects a row, removes another and adds the rest',
  AT_ANY_WIDTH,
  async ({ page }) => {
    const { id } = await publishActivity(page, { companionsMax: 3 });
    await page.goto(`/tasks/${id}/gente`);
    const dialog = dialogOf(page);
    await enter(page.getByRole('main').getByRole('button', { name: 'Traer una lista' }).last(), () =>
      expect(dialog.getByLabel('Tu lista')).toBeFocused(),
    );
    await page.keyboard.insertText('Rosa 12345678\nLuis luis@example\nMarta');
    await enter(dialog.getByRole('button', { name: 'Revisar la lista' }), () =>
      expect(dialog.getByRole('status')).toHaveText('Se agrega 1 · por corregir 2'),
    );
    const email = dialog.getByLabel('Correo', { exact: true });
    await enter(dialog.getByRole('button', { name: 'Corregir: Luis' }), () => expect(email).toBeFocused());
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('luis@example.org');
    await press(page, 'Enter', () =>
      expect(dialog.getByRole('status')).toHaveText('Se agregan 2 · por corregir 1'),
    );
    await enter(dialog.getByRole('button', { name: 'Corregir: Rosa' }), () =>
      expect(dialog.getByLabel('Teléfono')).toBeFocused(),
    );
    await enter(dialog.getByRole('button', { name: 'Quitar de la lista' }), () =>
      expect(dialog.getByRole('status')).toHaveText('Se agregan 2'),
    );
    await tabTo(dialog.getByRole('checkbox', { name: 'Avisarles por correo' }));
    await press(page, 'Space', () => expect(dialog.getByText('Nadie recibe un correo')).toBeVisible());
    await enter(dialog.getByRole('button', { name: 'Agregar a 2 personas' }), () =>
      expect(dialog.getByRole('heading', { name: 'Agregaste a 2 personas' })).toBeFocused(),
    );
    await enter(dialog.getByRole('button', { name: 'Ver la lista' }), () => expect(dialog).toBeHidden());
    await expect(count(page, '2 participantes')).toBeVisible();
  },
);

/** The limit allows for a slow machine that other processes use. */
const LONG_LIST_MS = 10_000;

/**
 * Milliseconds from the next click until the page has the text. The page measures them: Playwright needs seconds to find a role among
 * so many rows.
 */
const untilShown = (page: Page, text: string) =>
  page.evaluate(
    shown =>
      new Promise<number>(resolve => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const observer = new MutationObserver(() => {
              if (!document.body.textContent.includes(shown)) return;
              observer.disconnect();
              resolve(Math.round(performance.now() - timeStamp));
            });
            observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          },
          { capture: true, once: true },
        );
      }),
    text,
  );

test('a list of 500 people is checked and added in seconds', AT_ANY_WIDTH, async ({ page }) => {
  const { id } = await publishActivity(page);
  await page.goto(`/tasks/${id}/gente`);
  const people = Array.from(
    { length: 500 },
    (_, at) => `${at + 1}. Persona ${at + 1} Ñáñez ${3_100_000_000 + at}`,
  );
  await paste(page, people.join('\n'));
  const dialog = dialogOf(page);
  const times: string[] = [];
  for (const [button, text] of [
    ['Revisar la lista', 'Se agregan 500'],
    ['Agregar a 500 personas', 'Agregaste a 500 personas'],
  ] as const) {
    const shown = untilShown(page, text);
    await dialog.getByText(button, { exact: true }).click();
    const milliseconds = await shown;
    times.push(`${button}: ${milliseconds} ms`);
    expect(milliseconds).toBeLessThan(LONG_LIST_MS);
  }
  test.info().annotations.push({ type: 'time', description: times.join(', ') });
  await dialog.getByText('Ver la lista', { exact: true }).click();
  await expect(count(page, '500 participantes')).toBeVisible();
});
