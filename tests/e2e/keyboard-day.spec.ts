import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { confirmAsVisitor } from './door-fixtures.ts';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { enter, press, replaceText, tabTo } from './keyboard.ts';
import { followLink, openEmail } from './mailbox.ts';
import { advanceClock, fixedClock } from './screens/advance-clock.ts';

const [PUBLISHED, HELD, ASKING] = ['2099-12-01T15:00:00Z', '2099-12-05T15:00:00Z', '2099-12-06T15:00:00Z'];
const [DATE, END] = ['2099-12-05T14:00:00Z', '2099-12-05T17:00:00Z'];

// The test advances the clock of its product.
test.use({ ownProduct: fixedClock(PUBLISHED, HELD, ASKING) });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const shows = (page: Page, text: string | RegExp) => () => expect(page.getByText(text).first()).toBeVisible();

test(
  'with the keyboard only: the door, what follows an activity, messages, a code and feedback',
  AT_ANY_WIDTH,
  async ({ page, product }) => {
    await createAccount(page, { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' });
    const goals = [{ label: 'Servir', target: 120, unit: 'platos' }];
    const published = await page.request.post('/api/tasks', {
      data: { title: 'Olla comunitaria', date: DATE, endDate: END, goals, companionsMax: 2 },
    });
    const { _id: taskId } = await published.json();
    const codes: string[] = [];
    for (const name of ['Ana', 'Luz', 'Sol'])
      codes.push((await confirmAsVisitor(product.url, { taskId, name, email: `${name}@example.org` })).code);
    await advanceClock(product, HELD);

    await test.step('the door', () => useDoor(page, taskId));
    await test.step('a code', async () => {
      await page.goto(`/llegada/${codes[2]}`);
      await enter(button(page, 'Registrar llegada'), shows(page, /^Llegada registrada/));
      await enter(page.getByRole('link', { name: 'Ir a la puerta' }), () =>
        expect(button(page, 'Deshacer: Sol')).toBeVisible(),
      );
    });
    await test.step('messages', () => writeMessage(page, taskId));
    await test.step('after', () => finish(page, taskId));

    await advanceClock(product, ASKING);
    await openEmail(page, 'luz@example.org', '¿Cómo te fue?');
    const luz = await followLink(page, 'mi-asistencia');
    await test.step('feedback', () => giveFeedback(luz));
  },
);

async function useDoor(page: Page, taskId: string): Promise<void> {
  const people = page.getByRole('group', { name: 'Personas' });
  await page.goto(`/tasks/${taskId}/puerta`);
  await tabTo(page.getByLabel('Buscar por nombre'));
  await page.keyboard.type('luz');
  await expect(page.getByText('1 resultado')).toBeVisible();
  await enter(button(page, 'Llegó: Luz'), () => expect(button(page, 'Deshacer: Luz')).toBeFocused());
  await tabTo(page.getByLabel('Buscar por nombre'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');

  // A row that leaves the list takes no focus with it.
  await enter(button(page, 'Faltan'), () => expect(button(page, 'Deshacer: Luz')).toHaveCount(0));
  await enter(button(page, 'Llegó: Ana'), () => expect(people).toBeFocused());

  await tabTo(button(page, 'Llegó sin confirmar'), 'Shift+Tab');
  await press(page, 'Enter', () => expect(page.getByRole('dialog').getByLabel('Nombre')).toBeFocused());
  await page.keyboard.type('Don Efraín');
  await press(page, 'Enter', () => expect(page.getByRole('dialog')).toBeHidden());
  await expect(button(page, 'Llegó sin confirmar')).toBeFocused();
  // The panel's button disappears with what it undoes.
  await tabTo(page.getByRole('status').getByRole('button', { name: 'Cerrar el resultado' }));
  await press(page, 'Enter', () => expect(people).toBeFocused());
  await enter(button(page, 'Llegaron'), () => expect(button(page, 'Deshacer: Don Efraín')).toBeVisible());
  await enter(button(page, 'Deshacer: Ana'), () => expect(people).toBeFocused());
}

async function expectPreview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Así les llega' })).toBeFocused();
  // The buttons move down once the preview is there, and again once the letter has its height.
  await expect(button(page, 'Enviar a 3 personas')).toBeVisible();
  const isMeasured = (frame: HTMLIFrameElement | SVGElement | HTMLElement) =>
    frame instanceof HTMLIFrameElement && frame.offsetHeight === frame.contentDocument?.body.offsetHeight;
  await expect.poll(() => page.getByTitle('El correo').evaluate(isMeasured)).toBe(true);
}

async function writeMessage(page: Page, taskId: string): Promise<void> {
  await page.goto(`/tasks/${taskId}/mensajes`);
  await tabTo(page.getByLabel('Asunto'));
  await page.keyboard.type('Queda sopa');
  await tabTo(page.getByLabel('Mensaje', { exact: true }));
  await page.keyboard.type('Pasen por su plato.');
  const preview = () => expectPreview(page);
  await enter(button(page, 'Ver cómo llega'), preview);
  await enter(button(page, 'Corregir'), () => expect(page.getByLabel('Asunto')).toHaveValue('Queda sopa'));
  await replaceText(page.getByLabel('Asunto'), 'Quedó sopa');
  await enter(button(page, 'Ver cómo llega'), preview);
  await enter(button(page, 'Enviar a 3 personas'), shows(page, 'Listo: le llegará a 3 personas'));
}

async function finish(page: Page, taskId: string): Promise<void> {
  await page.goto(`/tasks/${taskId}/despues`);
  const common = page.getByLabel('Horas de cada persona');
  await replaceText(common, '30');
  await enter(button(page, 'Confirmar horas'), () => expect(common).toBeFocused());
  await expect(common).toHaveAccessibleDescription(/^Escribe de 0,25 a 24 horas/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('3,5');
  await enter(page.locator('summary', { hasText: 'Persona por persona' }), () =>
    expect(page.getByRole('textbox', { name: 'Luz' })).toBeVisible(),
  );
  await replaceText(page.getByRole('textbox', { name: 'Luz' }), '2');
  await enter(button(page, 'Confirmar horas'), shows(page, /tienen sus horas confirmadas/));

  await enter(button(page, 'Anotar avance: Servir'), () =>
    expect(page.getByLabel('Servir: cuánto llevan')).toBeFocused(),
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('90');
  await press(page, 'Enter', () => expect(button(page, 'Anotar avance: Servir')).toBeFocused());

  await tabTo(page.getByLabel('Qué hicimos'));
  await page.keyboard.type('Servimos 90 platos.');
  await tabTo(page.getByLabel('Agregar fotos'));
  await enter(button(page, 'Guardar la memoria'), shows(page, /^Memoria guardada/));

  const preview = () => expectPreview(page);
  await enter(button(page, 'Dar las gracias'), preview);
  await enter(button(page, 'Ahora no'), () => expect(button(page, 'Dar las gracias')).toBeFocused());
  await press(page, 'Enter', preview);
  await enter(button(page, 'Enviar a 3 personas'), shows(page, /^Listo: tus gracias les llegan/));
}

async function giveFeedback(page: Page): Promise<void> {
  const thanks = () => expect(page.getByRole('heading', { name: 'Gracias por contarnos' })).toBeFocused();
  await tabTo(page.getByRole('radio', { name: 'Me encantó' }).or(page.getByRole('radio').first()).first());
  await page.keyboard.press('Space');
  await tabTo(page.getByLabel('¿Quieres contar algo más? (opcional)'));
  await page.keyboard.type('Qué alegría de olla.');
  await enter(button(page, 'Enviar'), thanks);
  await enter(button(page, 'Cambiar mi respuesta'), () =>
    expect(page.getByRole('heading', { name: '¿Cómo te fue?' })).toBeFocused(),
  );
  await tabTo(page.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await enter(button(page, 'Guardar el cambio'), thanks);
}
