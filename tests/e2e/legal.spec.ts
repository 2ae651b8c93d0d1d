import { signIn } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { stubResponse } from './screens/network-stubs.ts';
import { superadmin } from './superadmin.ts';

test('the superadmin changes the terms, everybody reads them, and Minga’s return', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Datos personales' }).click();
  await expect(page.getByText('Lo que se va a borrar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Textos legales' }).click();
  await page.getByRole('tab', { name: 'Términos de uso' }).click();
  const field = page.getByRole('textbox', { name: 'Términos de uso' });
  await field.fill('## Nuestras reglas\n\nCuidamos el **parque**. <b>Nada más</b>.');
  await page.getByRole('button', { name: 'Vista previa' }).click();
  await expect(page.getByRole('heading', { name: 'Nuestras reglas' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publicar' }).click();
  const question = page.getByRole('dialog', { name: '¿Publicar este texto?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Publicamos el texto')).toBeVisible();
  await expect(page.getByText(/Es un texto propio\. Último cambio/)).toBeVisible();

  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/');
  await plain.getByRole('link', { name: 'Términos de uso' }).click();
  await expect(plain.getByRole('heading', { name: 'Nuestras reglas' })).toBeVisible();
  await expect(plain.getByText('<b>Nada más</b>')).toBeVisible();

  await page.getByRole('button', { name: 'Volver al texto de Minga' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Volver al texto de Minga' }).click();
  await expect(page.getByText('Volvió el texto de Minga')).toBeVisible();
  await plain.reload();
  await expect(plain.getByRole('heading', { name: 'Qué es y qué no es' })).toBeVisible();
  await context.close();
});

test('all tabs of the superadmin fit at a desk, and numbers stand below their heading', async ({ page }) => {
  await signIn(page, superadmin);
  await stubResponse(page, 'GET /admin/retention', {
    days: 180,
    upcoming: { people: 0, activities: 0, from: null },
    erased: [{ day: '2026-11-20', people: 14 }],
  });
  await page.goto('/admin-dashboard?tab=datos');
  await expect(page.getByRole('tab', { name: 'Por revisar' })).toBeVisible();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  for (const name of ['Hoy', 'Sistema'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const [heading, number] = [
    await page.getByRole('columnheader', { name: 'Personas' }).evaluate(startOfText),
    await page.getByRole('cell', { name: '14', exact: true }).evaluate(startOfText),
  ];
  expect(heading).toBe(number);
});

/** Runs in the page: where the element's text starts, in whole pixels. */
function startOfText(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.round(range.getBoundingClientRect().left);
}
