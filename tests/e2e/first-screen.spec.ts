import type { Browser, BrowserContextOptions, Locator } from '@playwright/test';
import { expect, ON_THE_PHONE, test } from './fixtures.ts';
import { publishActivity, publishWithPicture } from './organiser.ts';

/** Whether the middle of the element is seen, and nothing pinned covers it. */
const isUncovered = (locator: Locator) =>
  locator.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });

/** Opens the dialog that confirms attendance as a visitor, on a low phone. */
async function openConfirmation(browser: Browser, options: BrowserContextOptions, id: string) {
  const context = await browser.newContext({ ...options, viewport: { width: 360, height: 640 } });
  const visitor = await context.newPage();
  await visitor.goto(`/actividades/${id}`);
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  return { context, visitor, dialog: visitor.getByRole('dialog', { name: 'Confirmar asistencia' }) };
}

test(
  'the first screen of an activity has its title, day, hour, place and the button, in every window of a phone',
  ON_THE_PHONE,
  async ({ page, browser, contextOptions, product }) => {
    const { id, title } = await publishWithPicture(page);
    const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
    const visitor = await context.newPage();
    for (const [width, height, fontSize] of [
      [360, 640, '100%'],
      [740, 360, '100%'],
      [360, 740, '200%'],
      [360, 640, '200%'],
    ] as const) {
      await test.step(`${width} × ${height}, text ${fontSize}`, async () => {
        await visitor.setViewportSize({ width, height });
        await visitor.goto(`/actividades/${id}`);
        await visitor.addStyleTag({ content: `:root { font-size: ${fontSize} }` });
        const main = visitor.getByRole('main');
        for (const fact of [
          visitor.getByRole('heading', { level: 1, name: title }),
          main.locator('time').first(),
          main.getByText('Cerro de las Tres Cruces'),
          visitor.getByRole('button', { name: 'Asistir a actividad' }),
        ]) {
          await expect(fact).toBeInViewport({ ratio: 1 });
          expect(await isUncovered(fact)).toBe(true);
        }
      });
    }
    await context.close();
  },
);

test(
  'a visitor confirms with two presses and two fields, with the consent in view',
  ON_THE_PHONE,
  async ({ page, browser, contextOptions, product }) => {
    const { id } = await publishWithPicture(page);
    const { context, visitor, dialog } = await openConfirmation(
      browser,
      { ...contextOptions, baseURL: product.url },
      id,
    );
    const fields = dialog.getByRole('textbox');
    await expect(fields).toHaveCount(2);
    for (const part of [
      ...(await fields.all()),
      dialog.getByRole('checkbox', { name: /^Recordarme/ }),
      dialog.getByText(/^Al confirmar/),
      dialog.getByRole('button', { name: 'Confirmar' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      expect(await isUncovered(part)).toBe(true);
    }
    await fields.nth(0).fill('Luz Dary');
    await fields.nth(1).fill(`luz.${id.slice(0, 8)}@example.org`);
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(visitor.getByText('Vas a asistir')).toBeVisible();
    await context.close();
  },
);

const CONFIRMING = [
  ['an e-mail and companions', { companionsMax: 9 }],
  ['a contact of any kind', { contact: 'any' }],
  ['a contact of any kind, companions and a limit', { contact: 'any', companionsMax: 9, capacity: 20 }],
] as const;

for (const [asked, fields] of CONFIRMING)
  test(
    `the form that asks for ${asked} is in view whole, with a mistyped e-mail too`,
    ON_THE_PHONE,
    async ({ page, browser, contextOptions, product }) => {
      const { id } = await publishActivity(page, fields);
      const { context, dialog } = await openConfirmation(
        browser,
        { ...contextOptions, baseURL: product.url },
        id,
      );
      const parts = async () => [
        ...(await dialog.getByRole('textbox').all()),
        ...(await dialog.getByRole('combobox').all()),
        dialog.getByText('Al confirmar aceptas'),
        dialog.getByRole('link', { name: 'Política de datos' }),
        dialog.getByRole('button', { name: 'Confirmar' }),
      ];
      const areSeen = async (all: readonly Locator[]) => {
        for (const part of all) {
          await expect(part).toBeInViewport({ ratio: 1 });
          expect(await isUncovered(part)).toBe(true);
        }
      };
      await areSeen(await parts());
      await dialog.getByLabel(/^Correo electrónico/).fill('luz@gmial.com');
      await dialog.getByLabel('Nombre').fill('Luz Dary');
      const rest = [
        dialog.getByRole('button', { name: 'gmail.com' }),
        dialog.getByRole('checkbox', { name: /^Recordarme/ }),
      ];
      await areSeen([...(await parts()), ...rest]);
      await context.close();
    },
  );
