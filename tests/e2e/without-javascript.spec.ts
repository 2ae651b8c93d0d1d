import type { Browser, Page } from '@playwright/test';
import { createAccount, publishFromNewAccount } from './accounts.ts';
import { expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { readEmail } from './mailbox.ts';

const newPage = async (browser: Browser, baseURL: string, viewport: { width: number; height: number }) =>
  (await browser.newContext({ baseURL, viewport, javaScriptEnabled: false })).newPage();

const form = (page: Page) => page.getByRole('region', { name: /^(Confirmar|Tu) asistencia$/ });

/**
 * Checks what a page shows without JavaScript in a browser with it, since axe waits for timers: the same document, with what is in its
 * `<noscript>` elements and without its scripts.
 */
async function expectAccessibleWithout(browser: Browser, page: Page): Promise<void> {
  const html = (await page.content())
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<noscript>\s*<p>Minga necesita[\s\S]*?<\/noscript>/, '')
    .replaceAll(/<\/?noscript[^>]*>/g, '');
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const copy = await context.newPage();
  const address = page.url();
  await copy.route(address.replace(/#.*/, ''), route =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await copy.goto(address);
  await expectAccessible(copy);
  await context.close();
}

test(
  'a visitor confirms and cancels without JavaScript',
  ON_THE_PHONE,
  async ({ browser, product, viewport }) => {
    const { id, title } = await publishFromNewAccount(browser, product.url);
    const email = `luz.${id}@example.org`;
    const page = await newPage(browser, product.url, viewport ?? { width: 360, height: 740 });
    await page.goto('/actividades');
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('link', { name: 'Ir al formulario para asistir' }).click();
    await expect(form(page).getByRole('heading', { name: 'Confirmar asistencia' })).toBeInViewport();
    await form(page).getByLabel('Nombre').fill('Luz Marina');
    await form(page).getByLabel('Correo electrónico').fill(email);
    await expect(form(page).getByRole('link', { name: 'Política de datos' })).toBeVisible();
    await expectAccessibleWithout(browser, page);
    await form(page).getByRole('button', { name: 'Confirmar' }).click();

    await expect(page).toHaveURL(`/actividades/${id}?asistencia=confirmada#asistir`);
    await expect(form(page).getByText(/^Confirmaste tu asistencia\. Te enviamos un correo/)).toBeInViewport();
    await expect(form(page).getByRole('link', { name: 'Ver otras actividades' })).toBeVisible();
    await expectAccessibleWithout(browser, page);
    await readEmail(page, email, 'Vas a una actividad');

    // Another browser enters the same address: the form says so and retains what was typed.
    const other = await newPage(browser, product.url, viewport ?? { width: 360, height: 740 });
    await other.goto(`/actividades/${id}`);
    await form(other).getByLabel('Nombre').fill('Otra Luz');
    await form(other).getByLabel('Correo electrónico').fill(email);
    await form(other).getByRole('button', { name: 'Confirmar' }).click();
    await expect(form(other).getByRole('alert')).toHaveText('Ya estás registrado en esta actividad');
    await expect(form(other).getByRole('alert')).toBeInViewport();
    await expect(form(other).getByLabel('Nombre')).toHaveValue('Otra Luz');
    await expect(form(other).getByLabel('Correo electrónico')).toHaveValue(email);
    await expectAccessibleWithout(browser, other);

    await form(page).getByRole('button', { name: 'Cancelar Asistencia' }).click();
    await expect(form(page).getByText('Cancelaste tu asistencia.')).toBeInViewport();
    await expectAccessibleWithout(browser, page);
    await readEmail(page, email, 'Cancelaste tu asistencia');
  },
);

test(
  'without JavaScript sign-in and sign-up show no form, which nothing would send',
  ON_THE_PHONE,
  async ({ browser, product, viewport }) => {
    const page = await newPage(browser, product.url, viewport ?? { width: 360, height: 740 });
    for (const [path, heading] of [
      ['/login', 'Iniciar sesión'],
      ['/register', 'Crear cuenta'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(/Para lo demás hay que activarlo/)).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
  },
);

test(
  'the form without JavaScript asks for companions, needs and answers',
  ON_THE_PHONE,
  async ({ browser, product, page: organiser }) => {
    await createAccount(organiser, {
      username: 'Efraín Muelas',
      email: `efrain.${Date.now()}@example.org`,
      password: 'maíz-y-café',
    });
    const reply = await organiser.request.post('/api/tasks', {
      data: {
        title: 'Siembra',
        date: new Date(Date.now() + 10 * 86_400_000).toISOString(),
        companionsMax: 2,
        needsRequired: true,
        needs: [{ kind: 'thing', name: 'Palas', quantity: 3 }],
        questions: [{ label: '¿Qué sabes hacer?', kind: 'text', required: true }],
      },
    });
    const { _id: id } = await reply.json();
    const page = await newPage(browser, product.url, { width: 360, height: 740 });
    await page.goto(`/actividades/${id}`);
    await form(page).getByLabel('Nombre').fill('Sol');
    await form(page).getByLabel('Correo electrónico').fill(`sol.${id}@example.org`);
    await form(page).getByLabel('¿Cuántas personas van contigo?').selectOption('1 persona más');
    await form(page).getByLabel('¿Qué sabes hacer?').fill('Sembrar');
    await form(page).getByRole('button', { name: 'Confirmar' }).click();
    await expect(form(page).getByRole('alert')).toHaveText('Elige al menos una tarea o cosa por llevar');
    await expect(form(page).getByLabel('¿Cuántas personas van contigo?')).toHaveValue('1');
    await expect(form(page).getByLabel('¿Qué sabes hacer?')).toHaveValue('Sembrar');
    await form(page).getByLabel('Palas (faltan 3)').fill('2');
    await expectAccessibleWithout(browser, page);
    await form(page).getByRole('button', { name: 'Confirmar' }).click();
    await expect(form(page).getByText(/^Confirmaste tu asistencia\./)).toBeVisible();
  },
);
