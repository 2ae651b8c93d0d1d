import { expect, type Locator } from '@playwright/test';
import { button, link } from './by-name.ts';
import { pickTime, replaceText } from './fields.ts';
import type { Walker } from './walker.ts';

/** From the page of the collective: four Saturdays with two shifts and two things to bring. */
export async function publishSeries(walker: Walker, title: string): Promise<void> {
  const { page } = walker;
  await walker.press(link(page, 'Publicar una actividad'));
  await walker.type(page.getByRole('textbox', { name: 'Título' }), title);
  await pickSaturday(walker);
  await walker.type(page.getByRole('combobox', { name: 'Lugar' }), 'Salón comunal');
  await walker.pressKey('Escape');
  await pickEnd(walker);
  await walker.press(page.locator('summary', { hasText: 'Se repite' }));
  await walker.choose(page.getByLabel('Cada cuánto', { exact: true }), 'Cada semana');
  await replaceText(walker, page.getByLabel('Cuántas fechas'), '4');
  await writeNeeds(walker);
  await walker.press(button(page, 'Publicar'));
  await walker.see(page.getByText('Tu actividad está publicada'));
}

async function pickSaturday(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.press(button(page, /^Fecha y hora/));
  const dialog = page.getByRole('dialog');
  if (walker.device === 'phone') await walker.press(button(dialog, '5 de diciembre de 2099'));
  else {
    await walker.see(dialog.locator('button:focus', { hasText: /^\d+$/ }));
    // The focus is on Tuesday.
    for (let day = 0; day < 4; day += 1) await walker.pressKey('ArrowRight');
    await walker.pressKey('Enter');
  }
  await walker.press(button(dialog, 'Listo'));
}

async function pickEnd(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.press(page.locator('summary', { hasText: 'Hora de fin' }));
  await walker.press(button(page, '2 horas'));
}

async function writeNeeds(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.press(page.locator('summary', { hasText: 'Qué se necesita' }));
  const line = (index: number) => page.locator(`[data-line="${index}"]`);
  await walker.press(button(page, 'Agregar tarea o cosa'));
  await typeName(walker, 0, 'Cocina');
  await replaceText(walker, line(0).getByLabel('Cuántas'), '3');
  await setTimes(walker, line(0), '09:00', '11:00');
  await nextLine(walker, 1, 'Siembra');
  await replaceText(walker, line(1).getByLabel('Cuántas'), '8');
  await setTimes(walker, line(1), '10:00', '11:00');
  await nextLine(walker, 2, 'Palas');
  await replaceText(walker, line(2).getByLabel('Cuántas'), '6');
  await walker.choose(line(2).getByLabel('Tipo'), 'Cosa');
  await nextLine(walker, 3, 'Ollas');
  await replaceText(walker, line(3).getByLabel('Cuántas'), '2');
}

/** The pickers and lists of a phone have no Enter. */
async function nextLine(walker: Walker, index: number, name: string): Promise<void> {
  const { page } = walker;
  if (walker.device === 'phone') await walker.press(button(page, 'Agregar tarea o cosa'));
  else await walker.pressKey('Enter');
  await typeName(walker, index, name);
}

async function typeName(walker: Walker, index: number, name: string): Promise<void> {
  await expect(walker.page.locator(`[data-line="${index}"] input`).first()).toBeFocused();
  await walker.typeKeys(name);
}

async function setTimes(walker: Walker, line: Locator, from: string, to: string): Promise<void> {
  // The line after a shift shows its times at once.
  if (!(await line.getByLabel('Empieza').isVisible())) await walker.press(line.locator('summary'));
  await pickTime(walker, line.getByLabel('Empieza'), from);
  await pickTime(walker, line.getByLabel('Termina'), to);
}
