import type { Browser } from '@playwright/test';
import type { Product } from '../../../scripts/product.ts';
import { signIn } from '../accounts.ts';
import { fixedClock } from '../screens/advance-clock.ts';
import { call } from '../screens/api-clients.ts';
import { button } from './by-name.ts';
import type { Device } from './device.ts';
import { replaceText } from './fields.ts';
import { createOrganiser, team } from './organiser-setup.ts';
import type { Step } from './step.ts';
import type { Walk } from './walk.ts';
import { Walker } from './walker.ts';

/** A Tuesday. */
const NOW = '2099-12-01T15:00:00Z';
/** With the line that the walk adds there are as many as an activity may have. */
const NEEDS = 39;
const DATES = '60';

/** The longest form that there can be: how long each key and press in it takes. */
export const longForm: Walk = {
  name: 'long-form',
  title: 'An organiser with forty needs and sixty dates',
  settings: fixedClock(NOW),
  // From the first line to the last one are more stops of Tab than a person would take.
  devices: ['phone'],
  take,
};

async function take(browser: Browser, product: Product, device: Device): Promise<Step[]> {
  const organiser = await createOrganiser(product);
  const needs = Array.from({ length: NEEDS }, (_, index) => ({
    kind: index % 3 === 0 ? 'thing' : 'task',
    name: `Necesidad ${index + 1}`,
    quantity: 3,
  }));
  const { _id } = (await call(organiser, 'POST', '/tasks', {
    title: 'Minga larga',
    date: '2099-12-05T14:00:00Z',
    description: 'Trae gorra. '.repeat(40),
    needs,
  })) as { _id: string };
  const walker = await Walker.start(browser, device, product.url);
  await signIn(walker.page, team.organiser);
  await walker.context.clock.setFixedTime(NOW);
  await fillForm(walker, _id);
  await walker.stop();
  return walker.steps;
}

async function fillForm(walker: Walker, copied: string): Promise<void> {
  const { page } = walker;
  const title = page.getByRole('textbox', { name: 'Título' });
  await walker.step('Opens a copy', async () => {
    await walker.open(`/add-task?de=${copied}`);
    await walker.see(title);
  });
  await walker.step('Types in the title', () => walker.type(title, ' de diciembre'));
  await walker.step('Picks another day', async () => {
    await walker.press(button(page, /^Fecha y hora/));
    const dialog = page.getByRole('dialog');
    await walker.press(button(dialog, '19 de diciembre de 2099'));
    await walker.press(button(dialog, 'Listo'));
  });
  await walker.step('Repeats it each day', async () => {
    await walker.press(page.locator('summary', { hasText: 'Se repite' }));
    await walker.choose(page.getByLabel('Cada cuánto', { exact: true }), 'Cada día');
    await replaceText(walker, page.getByLabel('Cuántas fechas'), DATES);
  });
  await walker.step('Adds a need', async () => {
    await walker.press(page.locator('summary', { hasText: 'Qué se necesita' }));
    await walker.press(button(page, 'Agregar tarea o cosa'));
    await walker.type(page.getByLabel(`${NEEDS + 1}. Qué`), 'Siembra');
  });
  await walker.step('Publishes without a title, which fails', async () => {
    await replaceText(walker, title, '');
    await walker.press(button(page, 'Publicar'));
    await walker.see(page.locator('[aria-invalid="true"]:focus'));
  });
  await walker.step('Types the title', () => walker.type(title, 'Minga larga'));
}
