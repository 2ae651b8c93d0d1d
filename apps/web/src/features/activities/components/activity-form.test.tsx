import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { type Answers, answerWith, maria } from '../../../../test/server.ts';

afterEach(() => vi.useRealTimers());

const created = { status: 201, body: anActivity({ isOwner: true }) };
const photo = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });

async function show(answers: Answers = {}) {
  const sent = answerWith({ 'GET /auth/verify': { body: maria }, 'GET /tasks': { body: [] }, ...answers });
  const { router, queryClient } = renderApp('/add-task');
  await screen.findByRole('heading', { name: 'Crear Actividad' });
  return { router, queryClient, posts: () => sent.filter(({ method }) => method === 'POST') };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Crear Actividad' }));
const title = () => screen.getByRole('textbox', { name: /Título/ });
const imageInput = () => screen.getByLabelText<HTMLInputElement>(/^Imagen/);

async function signInAgain(): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Correo electrónico' }), maria.email);
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta');
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
}

/** The first day of the next month, at the hour that the picker proposes. */
async function pickDate() {
  await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(within(dialog).getByRole('button', { name: /^1 / }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));
}

test('a form without title and date is refused beside its fields', async () => {
  const { posts } = await show();
  await save();

  expect(await screen.findByText('El título es requerido')).toBeTruthy();
  expect(screen.getByText('La fecha es requerida')).toBeTruthy();
  expect(title().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(title());
  expect(posts()).toEqual([]);
});

test('what is too long is counted while one types, and refused', async () => {
  await show();
  fireEvent.change(title(), { target: { value: 'a'.repeat(93) } });
  expect(await screen.findByText('Sobran 3 · 93 de 90 caracteres')).toBeTruthy();

  await save();
  expect(await screen.findByText('El título debe tener como máximo 90 caracteres')).toBeTruthy();
});

test('responsible people are counted without blank items', async () => {
  await show();
  await userEvent.type(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana,,Luis');
  expect(screen.getByText('9 de 70 caracteres')).toBeTruthy();
});

test.each([
  ['a document', new File(['acta'], 'acta.pdf', { type: 'application/pdf' }), IMAGE_TYPE_MESSAGE],
  [
    'a drawing that is no photo',
    new File(['<svg/>'], 'dibujo.svg', { type: 'image/svg+xml' }),
    IMAGE_TYPE_MESSAGE,
  ],
  [
    'a picture of more than 5 MB',
    new File([new Uint8Array(IMAGE_BYTES_MAX + 1)], 'grande.png', { type: 'image/png' }),
    IMAGE_SIZE_MESSAGE,
  ],
])('%s is refused and clears the field', async (_, file, message) => {
  await show();
  fireEvent.change(imageInput(), { target: { files: [photo] } });
  expect(screen.getByRole('img', { name: 'Vista previa: foto.jpg' })).toBeTruthy();

  fireEvent.change(imageInput(), { target: { files: [file] } });
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(imageInput().value).toBe('');
});

test('a picture that the browser cannot decode is refused and clears the field', async () => {
  await show();
  fireEvent.change(imageInput(), { target: { files: [photo] } });
  fireEvent.error(screen.getByRole('img', { name: 'Vista previa: foto.jpg' }));
  expect(screen.getByText(IMAGE_TYPE_MESSAGE)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Elige una imagen')).toBeTruthy();
});

test('a picture may be dropped, and taken away again', async () => {
  await show();
  fireEvent.drop(screen.getByText('Elige una imagen'), { dataTransfer: { files: [photo] } });
  expect(screen.getByRole('img', { name: 'Vista previa: foto.jpg' })).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen' }));
  expect(screen.queryByRole('img')).toBeNull();
});

test('a full form is sent as multipart, and leads to the own activities', async () => {
  const { router, posts } = await show({ 'POST /tasks': created });
  await userEvent.type(title(), ' Siembra ');
  await userEvent.type(screen.getByRole('textbox', { name: 'Lugar' }), 'Cerro');
  await userEvent.type(screen.getByRole('textbox', { name: 'Descripción' }), 'Trae guantes');
  await userEvent.type(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana, , Luis');
  await pickDate();
  fireEvent.change(imageInput(), { target: { files: [photo] } });
  await save();

  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
  expect(screen.getByText('Actividad publicada')).toBeTruthy();
  const form = posts()[0]?.body as FormData;
  expect(Object.fromEntries([...form].filter(([name]) => name !== 'date' && name !== 'image'))).toEqual({
    title: 'Siembra',
    description: 'Trae guantes',
    place: 'Cerro',
    responsible: '["Ana","Luis"]',
  });
  // 9:00 in Bogotá.
  expect(form.get('date')).toMatch(/^\w{3}, 01 \w{3} \d{4} 14:00:00 GMT$/);
  expect((form.get('image') as File).name).toBe('foto.jpg');
});

test('while it is saved the button says so', async () => {
  const answer = Promise.withResolvers<typeof created>();
  await show({ 'POST /tasks': () => answer.promise });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  await save();

  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creando...' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  answer.resolve(created);
  expect(await screen.findByText('Actividad publicada')).toBeTruthy();
});

test('pressing three times in one moment publishes once', async () => {
  const { posts } = await show({ 'POST /tasks': created });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  const button = screen.getByRole('button', { name: 'Crear Actividad' });
  act(() => {
    for (let press = 0; press < 3; press += 1) button.click();
  });

  expect(await screen.findByText('Actividad publicada')).toBeTruthy();
  expect(posts()).toHaveLength(1);
});

test("the server's refusals are listed, and nothing is lost", async () => {
  const messages = ['La fecha no es válida', 'El lugar debe tener como máximo 40 caracteres'];
  await show({ 'POST /tasks': { status: 400, body: { message: messages, code: 'VALIDATION' } } });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  await save();

  expect(await screen.findByText('Error al guardar la actividad. Por favor intenta de nuevo.')).toBeTruthy();
  for (const message of messages) expect(screen.getByText(message).tagName).toBe('LI');
  expect((title() as HTMLInputElement).value).toBe('Siembra');
  expect(document.activeElement?.textContent).toBe(messages.join(''));
});

test('while a picture is sent one sees how far it is, and can call it off', async () => {
  const { router } = await show({
    'POST /tasks': ({ report }) => {
      report(0.4);
      return new Promise(() => {});
    },
  });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  fireEvent.change(imageInput(), { target: { files: [photo] } });
  await save();

  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: /^Subiendo la imagen/ });
  expect(bar.value).toBe(40);
  expect(bar.getAttribute('aria-valuetext')).toBe('40 %');
  // The second click of a double one on 'Crear Actividad' meets this button.
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }), { detail: 2 });
  expect(screen.getByRole('progressbar')).toBe(bar);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }));

  const notice = await screen.findByText(/^Cancelaste la subida\./);
  expect(document.activeElement?.contains(notice)).toBe(true);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect((title() as HTMLInputElement).value).toBe('Siembra');
  expect(router.state.location.pathname).toBe('/add-task');
});

test('once it has all left, it cannot be called off any more', async () => {
  await show({
    'POST /tasks': ({ report }) => {
      report(1);
      return new Promise(() => {});
    },
  });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  fireEvent.change(imageInput(), { target: { files: [photo] } });
  await save();

  const bar = await screen.findByRole('progressbar', { name: 'Guardando la imagen…' });
  expect(bar.hasAttribute('value')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
  expect(screen.getByRole('progressbar')).toBe(bar);
});

test('the people show one by one while they are typed', async () => {
  await show();
  await userEvent.type(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana, Don Efraín, ,Ana');
  const chips = within(screen.getByRole('list', { name: 'Así se mostrarán' })).getAllByRole('listitem');
  expect(chips.map(chip => chip.textContent)).toEqual(['Ana', 'Don Efraín']);
});

test('an hour that has passed today is said kindly, and does not refuse', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T01:30:00.000Z'), toFake: ['Date'] });
  const { posts } = await show({ 'POST /tasks': created });
  await userEvent.type(title(), 'Siembra');
  await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^20 / }).disabled).toBe(true);
  await userEvent.click(within(dialog).getByRole('button', { name: /^21 / }));
  const hour = within(dialog).getByRole('spinbutton', { name: 'Hora' });
  // Half past eight: what is proposed is still to come.
  expect((hour as HTMLInputElement).value).toBe('09');
  expect(screen.queryByText(/^Esa hora ya pasó/)).toBeNull();
  await userEvent.clear(hour);
  await userEvent.type(hour, '07');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));

  expect(screen.getByText('Esa hora ya pasó: la actividad quedará entre las pasadas.')).toBeTruthy();
  await save();
  await waitFor(() => expect(posts().length).toBe(1));
});

test('on the calendar keys lead from day to day, and across months', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00.000Z'), toFake: ['Date'] });
  await show();
  screen.getByRole('button', { name: /Fecha y hora/ }).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
  const day = (name: string) => within(dialog).getByRole('button', { name });
  await waitFor(() => expect(document.activeElement).toBe(day('21 noviembre 2026')));

  for (const [keys, name] of [
    ['{PageDown}', '21 diciembre 2026'],
    ['{End}', '27 diciembre 2026'],
    ['{ArrowDown}', '3 enero 2027'],
    ['{Home}', '28 diciembre 2026'],
    ['{Shift>}{PageDown}{/Shift}', '28 diciembre 2027'],
    ['{PageUp}{ArrowRight}', '29 noviembre 2027'],
    ['{Shift>}{PageUp}{/Shift}', '29 noviembre 2026'],
    ['{PageUp}', '21 noviembre 2026'],
  ] as const) {
    await userEvent.keyboard(keys);
    expect(document.activeElement).toBe(day(name));
  }
});

test('leaving with changes asks first', async () => {
  const { router } = await show();
  await userEvent.type(title(), 'Siembra');
  await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
  expect(router.state.location.pathname).toBe('/add-task');

  await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
});

test('leaving an untouched form does not', async () => {
  const { router } = await show();
  await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
});

test('when the session has ended the texts wait until the person has signed in again', async () => {
  const { router } = await show({
    'POST /tasks': { status: 401, body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' } },
    'POST /auth/login': { body: maria },
  });
  await userEvent.type(title(), 'Siembra');
  await pickDate();
  await save();

  expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
  await signInAgain();
  await waitFor(() => expect(router.state.location.pathname).toBe('/add-task'));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Título/ })).value).toBe('Siembra');
  expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/9:00/);
  expect(screen.getByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  // It counts as unsaved again, and is not kept any longer.
  expect(Object.keys(sessionStorage).filter(key => key.startsWith('minga.draft.'))).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
  expect(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).toBeTruthy();
});

test('so do they when another question to the server finds it ended', async () => {
  const { router, queryClient } = await show();
  await userEvent.type(title(), 'Siembra');
  answerWith({ 'GET /auth/verify': { body: null }, 'POST /auth/login': { body: maria } });
  void queryClient.refetchQueries({ type: 'active' });

  expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
  await signInAgain();
  await waitFor(() => expect(router.state.location.pathname).toBe('/add-task'));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Título/ })).value).toBe('Siembra');
});
