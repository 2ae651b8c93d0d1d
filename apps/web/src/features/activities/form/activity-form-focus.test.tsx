import { listOwnActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { fill } from '../../../../test/fill.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, respond, signedIn } from '../../../../test/server.ts';

// In the last hours of a month, which in UTC, the zone of the tests, has ended.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

async function show() {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(createActivity, { status: 201, body: anActivity({ isOwner: true }) }),
  });
  renderApp('/add-task');
  await fill(await screen.findByRole('textbox', { name: /Título/ }), 'Siembra');
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

/** Opens the picker of a field. */
async function open(field: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: field }));
  return within(await screen.findByRole('dialog', { name: field }));
}

async function pickStart() {
  const dialog = await open(/Fecha y hora/);
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: /^1 / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
}

const summary = (title: string) => screen.getByText(title, { selector: 'summary span' });
const isOpen = (title: string) => summary(title).closest('details')?.open;
const toggle = (title: string) => userEvent.click(summary(title));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const isFocused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('a time of the end that is typed without a day is on the day of the start', async () => {
  const posts = await show();
  await pickStart();
  await toggle('Hora de fin');
  const dialog = await open(/Hora de fin/);
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Hora' }), '5');
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Minutos' }), '30');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Mañana o tarde' }), 'p. m.');
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await save();
  const endDate = expect.stringMatching(/-01T22:30:00.000Z$/);
  await waitFor(() => expect(posts()).toEqual([expect.objectContaining({ endDate })]));
});

/** Types '5:30 p. m.' into the time of a picker. */
async function typeTime(dialog: ReturnType<typeof within>) {
  const hour = dialog.getByRole('spinbutton', { name: 'Hora' });
  await userEvent.clear(hour);
  await userEvent.type(hour, '5');
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Minutos' }), '30');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Mañana o tarde' }), 'p. m.');
}

test.each([
  [
    'Listo',
    (dialog: ReturnType<typeof within>) => userEvent.click(dialog.getByRole('button', { name: 'Listo' })),
  ],
  ['Enter', () => userEvent.keyboard('{Enter}')],
])('a time without a day is kept, and %s asks for the day', async (_, accept) => {
  const posts = await show();
  const dialog = await open(/Fecha y hora/);
  await typeTime(dialog);
  dialog.getByRole('spinbutton', { name: 'Minutos' }).focus();
  await accept(dialog);
  expect(dialog.getByRole('alert').textContent).toBe('Falta el día: elígelo en el calendario.');
  expect((document.activeElement as HTMLElement).dataset.day).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: /^1 de \p{L}+ de \d{4}$/u }));
  expect(dialog.queryByRole('alert')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await save();
  const date = expect.stringMatching(/ 01 .* 22:30:00 GMT$/);
  await waitFor(() => expect(posts()).toEqual([expect.objectContaining({ date })]));
});

test('a time without a day is still there when the dialog is opened again', async () => {
  await show();
  const dialog = await open(/Fecha y hora/);
  await typeTime(dialog);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open(/Fecha y hora/);
  const shown = (name: string) => again.getByRole<HTMLInputElement>('spinbutton', { name }).value;
  expect([shown('Hora'), shown('Minutos')]).toEqual(['05', '30']);
  expect(again.getByRole<HTMLSelectElement>('combobox').value).toBe('p. m.');
});

test('the focus stays in the calendar from days to months to years and back', async () => {
  await show();
  const dialog = await open(/Fecha y hora/);
  const press = async (button: HTMLElement) => {
    button.focus();
    await userEvent.keyboard('{Enter}');
    return document.activeElement as HTMLElement;
  };
  await press(dialog.getByRole('button', { name: 'noviembre de 2026' }));
  expect((await press(dialog.getByRole('button', { name: '2026' }))).textContent).toBe('2026');
  const month = await press(dialog.getByRole('button', { name: '2027' }));
  expect(month.textContent).toBe('ene');
  expect((await press(month)).dataset.day).toBe('2027-01-01');
});

test('the calendar marks the day of the site, in whatever zone the device is', async () => {
  await show();
  const dialog = await open(/Fecha y hora/);
  const marked = () =>
    [...document.querySelectorAll<HTMLElement>('[data-site-today]:not([data-hidden])')].map(
      ({ dataset }) => dataset.day,
    );
  expect(marked()).toEqual(['2026-11-30']);
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  expect(marked()).toEqual([]);
});

test('Listo keeps the dialog open while the time is incomplete', async () => {
  await show();
  await pickStart();
  const dialog = await open(/Fecha y hora/);
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Minutos' }), '{Backspace}');
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  expect(dialog.getByRole('alert').textContent).toMatch(/^La hora está incompleta/);
  await typeTime(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/5:30\sp/);
});

test('a day or a time of which only a part is typed is not dropped silently', async () => {
  const posts = await show();
  await pickStart();
  await toggle('Qué se necesita');
  await userEvent.click(screen.getByRole('button', { name: 'Agregar tarea o cosa' }));
  await fill(field('1. Qué'), 'Cocina');
  const showsIt = async (name: string) => {
    const input = screen.getByLabelText<HTMLInputElement>(name);
    // jsdom has no inputs that are typed part by part.
    const partial = vi.spyOn(input.validity, 'badInput', 'get').mockReturnValue(true);
    await userEvent.click(input);
    await save();
    await isFocused(input);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/est. incompleta/i)).toBeTruthy();
    expect(posts()).toEqual([]);
    partial.mockReturnValue(false);
    await userEvent.tab();
    expect(input.getAttribute('aria-invalid')).not.toBe('true');
  };
  await userEvent.click(screen.getByText('Horario y nota'));
  await screen.findByLabelText('Empieza');
  await showsIt('Empieza');
  await showsIt('Termina');
  await toggle('Se repite');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cada cuánto' }), 'Cada semana');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Hasta cuándo' }), 'Un día');
  await showsIt('Último día');
});

test('each failed submit opens the fold of the first error and focuses its field', async () => {
  await show();
  await pickStart();
  await fill(field('Coordenadas o enlace del mapa'), 'el parque');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(isOpen('Ubicación')).toBe(false);
    await save();
    await isFocused(field('Coordenadas o enlace del mapa'));
    expect(isOpen('Ubicación')).toBe(true);
    await toggle('Ubicación');
  }
});

test('the first of two errors in the order of the form gets the focus', async () => {
  await show();
  await userEvent.type(screen.getByRole('combobox', { name: /Lugar/ }), 'x'.repeat(101));
  await save();
  await isFocused(screen.getByRole('button', { name: /Fecha y hora/ }));
});

test('Enter in a question neither publishes the activity nor adds an empty question', async () => {
  const posts = await show();
  await pickStart();
  await toggle('Preguntas');
  await userEvent.click(screen.getByRole('button', { name: 'Agregar pregunta' }));
  await userEvent.type(field('Pregunta 1'), '{Enter}');
  expect(screen.queryByRole('textbox', { name: 'Pregunta 2' })).toBeNull();
  await userEvent.type(field('Pregunta 1'), '¿Talla?{Enter}');
  await isFocused(await screen.findByRole('textbox', { name: 'Pregunta 2' }));
  screen.getAllByRole('combobox', { name: 'Cómo se responde' })[0]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('textbox', { name: 'Pregunta 3' })).toBeNull();
  expect(posts()).toEqual([]);
});

test('Enter in the note of a need starts the next line', async () => {
  const posts = await show();
  await pickStart();
  await toggle('Qué se necesita');
  await userEvent.click(screen.getByRole('button', { name: 'Agregar tarea o cosa' }));
  await fill(field('1. Qué'), 'Cocina');
  await userEvent.type(field('Nota'), 'Desde temprano{Enter}');
  await isFocused(await screen.findByRole('textbox', { name: '2. Qué' }));
  expect(posts()).toEqual([]);
});

test('what is removed passes the focus on', async () => {
  await show();
  await pickStart();
  await toggle('Hora de fin');
  const dialog = await open(/Hora de fin/);
  await userEvent.click(dialog.getByRole('button', { name: /^2 / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Quitar: hora de fin' }));
  await isFocused(screen.getByRole('button', { name: /Hora de fin/ }));

  await toggle('Preguntas');
  const add = () => screen.getByRole('button', { name: 'Agregar pregunta' });
  await userEvent.click(add());
  await userEvent.click(add());
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la pregunta 2' }));
  await isFocused(field('Pregunta 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la pregunta 1' }));
  await isFocused(add());

  await toggle('Qué se necesita');
  const addNeed = () => screen.getByRole('button', { name: 'Agregar tarea o cosa' });
  await userEvent.click(addNeed());
  await userEvent.click(screen.getByRole('button', { name: 'Quitar: línea 1' }));
  await isFocused(addNeed());
});

test('a line that is moved by the keyboard is announced and scrolled into view', async () => {
  await show();
  await toggle('Qué se necesita');
  await userEvent.click(screen.getByRole('button', { name: 'Agregar tarea o cosa' }));
  await userEvent.type(field('1. Qué'), 'Cocina{Enter}');
  await fill(await screen.findByRole('textbox', { name: '2. Qué' }), 'Palas');
  screen.getByRole('button', { name: /^Mover: Palas/ }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(await screen.findByText('Línea 1 de 2')).toBeTruthy();
  await isFocused(screen.getByRole('button', { name: /^Mover: Palas/ }));
});
