import { login } from '@minga/contract/accounts';
import { getActivity, listOwnActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anActivity, unwritten } from '../../../../test/activity.ts';
import { fill } from '../../../../test/fill.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, maria, type Responses, respond, signedIn } from '../../../../test/server.ts';
import { stubUploadRequest } from '../../../../test/upload-request.ts';

describe('activity-form', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const PUBLISHED = 'Tu actividad está publicada';
  const created = { status: 201, body: anActivity({ isOwner: true }) };
  const photo = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });

  async function show(responses: Responses = {}) {
    const sent = declareResponses({
      ...signedIn(),
      ...respond(listOwnActivities, { body: [] }),
      ...respond(getActivity, { body: created.body }, { id: created.body._id }),
      ...responses,
    });
    const { router, queryClient } = renderApp('/add-task');
    await screen.findByRole('heading', { name: 'Crear Actividad' });
    return { router, queryClient, posts: () => sent.filter(({ method }) => method === 'POST') };
  }

  const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const title = () => screen.getByRole('textbox', { name: /Título/ });
  const imageInput = () => screen.getByLabelText<HTMLInputElement>(/^Imagen/);

  async function signInAgain(): Promise<void> {
    await fill(await screen.findByRole('textbox', { name: 'Correo electrónico' }), maria.email);
    await fill(screen.getByLabelText('Contraseña'), 'secreta');
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  }

  /** Picks the first day of the next month at the picker's default time. */
  async function pickDate() {
    await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mes siguiente' }));
    await userEvent.click(within(dialog).getByRole('button', { name: /^1 / }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));
  }

  test('shows missing title and date at their fields', async () => {
    const { posts } = await show();
    await save();

    expect(await screen.findByText('El título es requerido')).toBeTruthy();
    expect(screen.getByText('La fecha es requerida')).toBeTruthy();
    expect(title().getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => document.activeElement).toBe(title());
    expect(posts()).toEqual([]);
  });

  test('counts characters while typing and rejects texts that are too long', async () => {
    await show();
    fireEvent.change(title(), { target: { value: 'a'.repeat(93) } });
    expect(await screen.findByText('Sobran 3 · 93 de 90 caracteres')).toBeTruthy();

    await save();
    expect(await screen.findByText('El título debe tener como máximo 90 caracteres')).toBeTruthy();
  });

  test('says where the rest of a place that is too long goes', async () => {
    await show();
    const place = screen.getByRole('combobox', { name: 'Lugar (opcional)' });
    const hint = 'Cómo se llega va en «Ubicación».';
    fireEvent.change(place, { target: { value: 'a'.repeat(40) } });
    expect(screen.queryByText(hint)).toBeNull();
    fireEvent.change(place, { target: { value: 'a'.repeat(41) } });
    expect(await screen.findByText(hint)).toBeTruthy();
  });

  test('counts responsible people without blank items', async () => {
    await show();
    await fill(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana,,Luis');
    expect(screen.getByText('9 de 70 caracteres')).toBeTruthy();
  });

  test.each([
    ['a document', new File(['acta'], 'acta.pdf', { type: 'application/pdf' }), IMAGE_TYPE_MESSAGE],
    ['a vector drawing', new File(['<svg/>'], 'dibujo.svg', { type: 'image/svg+xml' }), IMAGE_TYPE_MESSAGE],
    [
      'a picture of more than 5 MB',
      new File([new Uint8Array(IMAGE_BYTES_MAX + 1)], 'grande.png', { type: 'image/png' }),
      IMAGE_SIZE_MESSAGE,
    ],
  ])('rejects %s and clears the field', async (_, file, message) => {
    await show();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    expect(screen.getByRole('img', { name: 'Vista previa: foto.jpg' })).toBeTruthy();

    fireEvent.change(imageInput(), { target: { files: [file] } });
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(imageInput().value).toBe('');
  });

  test('rejects an image that the browser cannot decode and clears the field', async () => {
    await show();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    fireEvent.error(screen.getByRole('img', { name: 'Vista previa: foto.jpg' }));
    expect(screen.getByText(IMAGE_TYPE_MESSAGE)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Elige una imagen')).toBeTruthy();
  });

  test('accepts a dropped image, which can be removed', async () => {
    await show();
    fireEvent.drop(screen.getByText('Elige una imagen'), { dataTransfer: { files: [photo] } });
    expect(screen.getByRole('img', { name: 'Vista previa: foto.jpg' })).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen' }));
    expect(screen.queryByRole('img')).toBeNull();
  });

  /** A value in a multipart form: lists as JSON, null as an empty text. */
  const asText = (value: unknown): string =>
    Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');

  test('sends a complete form as multipart and shows the result', async () => {
    const { router, posts } = await show(respond(createActivity, created));
    await fill(title(), ' Siembra ');
    await userEvent.type(screen.getByRole('combobox', { name: 'Lugar (opcional)' }), 'Cerro');
    await fill(screen.getByRole('textbox', { name: 'Descripción (opcional)' }), 'Trae guantes');
    await fill(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana, , Luis');
    await pickDate();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    await save();

    await screen.findByRole('heading', { level: 1, name: PUBLISHED });
    expect(router.state.location).toMatchObject({
      pathname: '/add-task',
      search: { publicada: created.body._id },
    });
    const form = posts()[0]?.body as FormData;
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'date' && name !== 'image'))).toEqual({
      title: 'Siembra',
      description: 'Trae guantes',
      place: 'Cerro',
      responsible: '["Ana","Luis"]',
      ...Object.fromEntries(Object.entries(unwritten).map(([name, value]) => [name, asText(value)])),
    });
    // 9:00 in Bogotá.
    expect(form.get('date')).toMatch(/^\w{3}, 01 \w{3} \d{4} 14:00:00 GMT$/);
    expect((form.get('image') as File).name).toBe('foto.jpg');
  });

  test('the button shows that the request is pending', async () => {
    const response = Promise.withResolvers<typeof created>();
    await show(respond(createActivity, () => response.promise));
    await fill(title(), 'Siembra');
    await pickDate();
    await save();

    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creando...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    response.resolve(created);
    expect(await screen.findByRole('heading', { level: 1, name: PUBLISHED })).toBeTruthy();
  });

  test('publishes once if the button is pressed three times', async () => {
    const { posts } = await show(respond(createActivity, created));
    await fill(title(), 'Siembra');
    await pickDate();
    const button = screen.getByRole('button', { name: 'Publicar' });
    act(() => {
      for (let press = 0; press < 3; press += 1) button.click();
    });

    expect(await screen.findByRole('heading', { level: 1, name: PUBLISHED })).toBeTruthy();
    expect(posts()).toHaveLength(1);
  });

  test("lists the server's errors and keeps the values", async () => {
    const messages = ['La fecha no es válida', 'El lugar debe tener como máximo 40 caracteres'];
    await show(respond(createActivity, { status: 400, body: { message: messages, code: 'VALIDATION' } }));
    await fill(title(), 'Siembra');
    await pickDate();
    await save();

    expect(
      await screen.findByText('Error al guardar la actividad. Por favor intenta de nuevo.'),
    ).toBeTruthy();
    for (const message of messages) expect(screen.getByText(message).tagName).toBe('LI');
    expect((title() as HTMLInputElement).value).toBe('Siembra');
    expect(document.activeElement?.textContent).toBe(messages.join(''));
  });

  test('shows the upload progress and can cancel the upload', async () => {
    const report = stubUploadRequest();
    const { router } = await show(
      respond(createActivity, () => {
        report(0.4);
        return new Promise(() => {});
      }),
    );
    await fill(title(), 'Siembra');
    await pickDate();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    await save();

    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: /^Subiendo la imagen/ });
    expect(bar.value).toBe(40);
    expect(bar.getAttribute('aria-valuetext')).toBe('40 %');
    // The second click of a double click on 'Publicar' lands on this button.
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }), { detail: 2 });
    expect(screen.getByRole('progressbar')).toBe(bar);
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }));

    const notice = await screen.findByText(/^Cancelaste la subida\./);
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect((title() as HTMLInputElement).value).toBe('Siembra');
    expect(router.state.location.pathname).toBe('/add-task');
  });

  test('a complete upload cannot be cancelled', async () => {
    const report = stubUploadRequest();
    await show(
      respond(createActivity, () => {
        report(1);
        return new Promise(() => {});
      }),
    );
    await fill(title(), 'Siembra');
    await pickDate();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    await save();

    const bar = await screen.findByRole('progressbar', { name: 'Guardando la imagen…' });
    expect(bar.hasAttribute('value')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar la subida' }));
    expect(screen.getByRole('progressbar')).toBe(bar);
  });

  test('shows the responsible people while typing', async () => {
    await show();
    await fill(screen.getByRole('textbox', { name: /Responsables/ }), 'Ana, Don Efraín, ,Ana');
    const chips = within(screen.getByRole('list', { name: 'Así se mostrarán' })).getAllByRole('listitem');
    expect(chips.map(chip => chip.textContent)).toEqual(['Ana', 'Don Efraín']);
  });

  test('a past time today shows a notice and is valid', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T01:30:00.000Z'), toFake: ['Date'] });
    const { posts } = await show(respond(createActivity, created));
    await fill(title(), 'Siembra');
    await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^20 / }).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: /^21 / }));
    const hour = within(dialog).getByRole('spinbutton', { name: 'Hora' });
    // It is 8:30, so the default time is still ahead.
    expect((hour as HTMLInputElement).value).toBe('09');
    expect(screen.queryByText(/^Esa hora ya pasó/)).toBeNull();
    await userEvent.clear(hour);
    await userEvent.type(hour, '07');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));

    expect(screen.getByText('Esa hora ya pasó: la actividad quedará entre las pasadas.')).toBeTruthy();
    await save();
    await waitFor(() => expect(posts().length).toBe(1));
  });

  test('an hour that the field has changed is told', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T20:10:00.000Z'), toFake: ['Date'] });
    await show();
    await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^21 / }));
    const notice = /^Pusimos 4:00 p. m.: hoy las horas de antes ya pasaron\.$/;
    expect(screen.getByText(notice)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: /^22 / }));
    expect(screen.queryByText(notice)).toBeNull();
  });

  test('arrow keys move between days and across months', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00.000Z'), toFake: ['Date'] });
    await show();
    screen.getByRole('button', { name: /Fecha y hora/ }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
    const day = (name: string) => within(dialog).getByRole('button', { name });
    await waitFor(() => expect(document.activeElement).toBe(day('21 de noviembre de 2026')));

    for (const [keys, name] of [
      ['{PageDown}', '21 de diciembre de 2026'],
      ['{End}', '27 de diciembre de 2026'],
      ['{ArrowDown}', '3 de enero de 2027'],
      ['{Home}', '28 de diciembre de 2026'],
      ['{Shift>}{PageDown}{/Shift}', '28 de diciembre de 2027'],
      ['{PageUp}{ArrowRight}', '29 de noviembre de 2027'],
      ['{Shift>}{PageUp}{/Shift}', '29 de noviembre de 2026'],
      ['{PageUp}', '21 de noviembre de 2026'],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(document.activeElement).toBe(day(name));
    }
  });

  test('leaving a form keeps what was typed for the next time; discarding it can be undone', async () => {
    const { router } = await show();
    await fill(title(), 'Siembra');
    await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
    expect(screen.getByText('Lo que escribiste queda en este dispositivo.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Cancelar' })).toBeNull());

    await act(() => router.navigate({ to: '/add-task' }));
    expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
    expect(title()).toHaveProperty('value', 'Siembra');
    await userEvent.click(screen.getByRole('button', { name: 'Empezar de cero' }));
    expect(title()).toHaveProperty('value', '');
    await userEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
    expect(title()).toHaveProperty('value', 'Siembra');
  });

  test('asks before leaving where the browser stores nothing', async () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { router } = await show();
    await fill(title(), 'Siembra');
    await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
    expect(router.state.location.pathname).toBe('/add-task');

    await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
  });

  test('leaves an unchanged form without asking', async () => {
    const { router } = await show();
    await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
  });

  test('restores the texts after sign-in if the session ended while saving', async () => {
    const { router } = await show({
      ...respond(createActivity, {
        status: 401,
        body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' },
      }),
      ...respond(login, { body: maria }),
    });
    await fill(title(), 'Siembra');
    await pickDate();
    await save();

    expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
    await signInAgain();
    await waitFor(() => expect(router.state.location.pathname).toBe('/add-task'));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Título/ })).value).toBe('Siembra');
    expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/9:00/);
    expect(screen.getByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  });

  test('restores the texts if another request finds the session ended', async () => {
    const { router, queryClient } = await show();
    await fill(title(), 'Siembra');
    declareResponses({
      ...signedIn(() => null),
      ...respond(listOwnActivities, { body: [] }),
      ...respond(login, { body: maria }),
    });
    void queryClient.refetchQueries({ type: 'active' });

    expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
    await signInAgain();
    await waitFor(() => expect(router.state.location.pathname).toBe('/add-task'));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Título/ })).value).toBe('Siembra');
  });
});
