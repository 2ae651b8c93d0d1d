import { login } from '@minga/contract/accounts';
import {
  type Activity,
  deleteActivity,
  getActivity,
  listOwnActivities,
  searchActivities,
} from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anActivity, unwritten } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  type Declared,
  declareResponses,
  maria,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../../test/server.ts';

describe('edit-activity', () => {
  const mine = (changes: Partial<Activity> = {}) =>
    anActivity({ isOwner: true, image: '/imagenes/a/1280.webp', ...changes });
  const path = `/tasks/${mine()._id}`;
  const photo = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });

  async function show(activity = mine(), responses: Responses = {}) {
    const sent = declareResponses({
      ...signedIn(),
      ...respond(getActivity, { body: activity }, { id: mine()._id }),
      ...respond(updateActivity, { body: activity }, { id: mine()._id }),
      ...respond(listOwnActivities, { body: [], total: 0 }),
      ...responses,
    });
    const { router } = renderApp(path);
    await screen.findByRole('textbox', { name: /Título/ });
    return { router, puts: () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
  }

  const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Título/ });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
  const imageInput = () => screen.getByLabelText<HTMLInputElement>(/^Imagen/);

  test('initialises the form from the activity and sends all fields', async () => {
    const { router, puts } = await show();
    expect(title().value).toBe('Siembra de árboles');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Responsables/ }).value).toBe(
      'Ana, Don Efraín',
    );
    expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(
      /5 de diciembre de 2099/,
    );
    expect(screen.getByRole('img', { name: 'Imagen actual' })).toBeTruthy();

    await userEvent.type(title(), ' nativos');
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
    expect(screen.getByText('Actividad actualizada')).toBeTruthy();
    expect(puts()).toEqual([
      {
        title: 'Siembra de árboles nativos',
        description: 'Trae guantes.',
        place: 'Cerro de la Eme',
        date: '2099-12-05T14:00:00.000Z',
        ...unwritten,
        responsible: ['Ana', 'Don Efraín'],
        removeImage: false,
      },
    ]);
  });

  // docs/rules.md R3.12
  test('says before and after saving that attendees are told of another place', async () => {
    await show(mine({ places: { taken: 3, free: null, waiting: 0 } }));
    const place = screen.getByRole('combobox', { name: 'Lugar (opcional)' });
    const notice = /^Cambiaste el lugar, y hay 3 personas en la lista/;
    expect(screen.queryByText(notice)).toBeNull();
    await userEvent.type(place, ' 2');
    expect(screen.getByText(notice)).toBeTruthy();
    await save();
    expect(
      await screen.findByText(
        'Actividad actualizada. En unos diez minutos les avisamos del cambio a quienes dejaron correo',
      ),
    ).toBeTruthy();
  });

  test('sends a new image as multipart', async () => {
    const { puts } = await show();
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    expect(screen.getByRole('img', { name: 'Vista previa: foto.jpg' })).toBeTruthy();
    await save();
    await waitFor(() => expect(puts().length).toBe(1));
    const form = puts()[0] as FormData;
    expect((form.get('image') as File).name).toBe('foto.jpg');
    expect(form.get('removeImage')).toBe('false');
  });

  test('the image can be removed and restored', async () => {
    const { puts } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.activeElement).toBe(imageInput());
    await userEvent.click(screen.getByRole('button', { name: 'Volver a la imagen anterior' }));
    expect(screen.getByRole('img', { name: 'Imagen actual' })).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen' }));
    await save();
    await waitFor(() => expect(puts()).toMatchObject([{ removeImage: true }]));
  });

  test('a rejected file keeps the current image', async () => {
    await show();
    const text = new File(['acta'], 'acta.pdf', { type: 'application/pdf' });
    fireEvent.change(imageInput(), { target: { files: [text] } });
    expect(screen.getByText(IMAGE_TYPE_MESSAGE)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Imagen actual' })).toBeTruthy();
  });

  test('keeps an unchanged past date with milliseconds', async () => {
    const date = '2020-01-01T15:00:00.123Z';
    const { puts } = await show(mine({ date }));
    expect(screen.getByText(/^Esta fecha ya pasó/)).toBeTruthy();
    await userEvent.type(title(), ' nativos');
    await save();
    await waitFor(() => expect(puts()).toMatchObject([{ date }]));
  });

  test('picking another day keeps the time', async () => {
    await show(mine({ date: '2099-12-05T21:30:00.000Z' }));
    await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Fecha y hora' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^12 / }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));
    expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/12 de diciembre.*4:30/);
  });

  test('asks before overwriting changes saved elsewhere', async () => {
    const later = mine({ updatedAt: '2026-11-02T10:00:00.000Z' });
    let requests = 0;
    const { puts } = await show(
      mine(),
      respond(
        getActivity,
        () => {
          requests += 1;
          return { body: requests === 1 ? mine() : later };
        },
        { id: mine()._id },
      ),
    );
    await userEvent.type(title(), ' nativos');
    await save();
    const name = 'Esta actividad cambió mientras la editabas';
    await userEvent.click(
      within(await screen.findByRole('dialog', { name })).getByRole('button', { name: 'Seguir editando' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts()).toEqual([]);

    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar lo mío' }));
    await waitFor(() => expect(puts()).toMatchObject([{ title: 'Siembra de árboles nativos' }]));
  });

  test('the button shows that the request is pending', async () => {
    await show(
      mine(),
      respond(updateActivity, () => new Promise(() => {}), { id: mine()._id }),
    );
    await save();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Actualizando...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  test('restores the changes of this activity after sign-in', async () => {
    await show(mine(), {
      ...respond(
        updateActivity,
        { status: 401, body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' } },
        { id: mine()._id },
      ),
      ...respond(login, { body: maria }),
    });
    await userEvent.type(title(), ' nativos');
    fireEvent.change(imageInput(), { target: { files: [photo] } });
    await save();

    await userEvent.type(await screen.findByRole('textbox', { name: 'Correo electrónico' }), maria.email);
    await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta');
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    expect(
      await screen.findByText('Recuperamos lo que habías escrito. Elige otra vez la imagen.'),
    ).toBeTruthy();
    expect(title().value).toBe('Siembra de árboles nativos');
    expect(screen.getByRole('img', { name: 'Imagen actual' })).toBeTruthy();
  });

  const renderWith = (response: Declared<typeof getActivity>) => {
    declareResponses({ ...signedIn(), ...respond(getActivity, response, { id: mine()._id }) });
    renderApp(path);
  };

  test('a missing activity links to the own activities', async () => {
    renderWith({ status: 404, body: { message: 'Actividad no encontrada', code: 'NOT_FOUND' } });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'No encontramos esta actividad' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ir a mis actividades' }).getAttribute('href')).toBe('/tasks');
  });

  test('another organiser’s activity is linked instead of edited', async () => {
    renderWith({ body: anActivity() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Esta actividad no es tuya' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver la actividad' }).getAttribute('href')).toBe(
      `/actividades/${anActivity()._id}`,
    );
  });
});

describe('series', () => {
  const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
  const series = { _id: '0199bbbb-0000-7000-8000-000000000001', index: 2, count: 12, repeat, remaining: 11 };
  const mine = anActivity({ title: 'Huerta', isOwner: true, series });
  const other = anActivity({ _id: '01930000-0000-7000-8000-0000000000f2', date: '2099-12-12T14:00:00.000Z' });
  const id = mine._id;

  const choose = (dialog: HTMLElement, name: RegExp) =>
    userEvent.click(within(dialog).getByRole('radio', { name }));

  test('the form previews the dates of a series and sends its rule', async () => {
    const sent = declareResponses({
      ...signedIn(),
      ...respond(listOwnActivities, { body: [] }),
      ...respond(createActivity, { status: 201, body: mine }),
    });
    renderApp('/add-task');
    await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), 'Huerta');
    await userEvent.click(screen.getByText('Se repite', { selector: 'summary span' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cada cuánto' }), 'Cada semana');
    expect(screen.getByText('Elige la fecha y la hora de la primera vez.')).toBeTruthy();
    expect(screen.getByText('Cada semana', { selector: 'summary span' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /Fecha y hora/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
    await userEvent.click(dialog.getByRole('button', { name: /^1 / }));
    await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
    expect(screen.getAllByText(/^12 \S+, hasta el /).length).toBeGreaterThan(0);
    const count = screen.getByRole('textbox', { name: 'Cuántas fechas' });
    await userEvent.clear(count);
    await userEvent.type(count, '61');
    await userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(await screen.findByText('Las fechas deben ser de 2 a 60')).toBeTruthy();
    await userEvent.clear(count);
    await userEvent.type(count, '8');
    await userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
    const rule = { frequency: 'weekly', interval: 1, count: 8, weekdays: [expect.any(String)] };
    const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await waitFor(() => expect(posts()).toEqual([expect.objectContaining({ repeat: rule })]));
  });

  test('an edit asks for the dates, says what stays, and reports what was changed', async () => {
    const sent = declareResponses({
      ...signedIn(),
      ...respond(getActivity, { body: mine }, { id }),
      ...respond(listOwnActivities, { body: [] }),
      ...respond(updateActivity, { body: mine, headers: { 'x-series': '{"updated":10,"kept":1}' } }, { id }),
    });
    renderApp(`/tasks/${id}`);
    await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), ' escolar');
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres cambiar?' });
    expect(
      within(dialog).getByText(/Quedan como están las que ya pasaron y las que cambiaste aparte/),
    ).toBeTruthy();
    expect(within(dialog).getByRole('radio', { name: /Solo esta fecha/ })).toHaveProperty('checked', true);
    await choose(dialog, /Todas las fechas que quedan/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Se actualizaron 10 fechas; 1 fecha quedó como estaba')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'PUT')?.query).toEqual({ scope: 'all' });
  });

  test('an edit that is cancelled in the dialog sends nothing and stays in the form', async () => {
    const sent = declareResponses({ ...signedIn(), ...respond(getActivity, { body: mine }, { id }) });
    renderApp(`/tasks/${id}`);
    await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), ' escolar');
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres cambiar?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: /Título/ })).toHaveProperty('value', 'Huerta escolar');
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('a card shows the series, and its deletion asks for the dates', async () => {
    const sent = declareResponses({
      ...signedIn(),
      ...respond(listOwnActivities, ({ query }) => ({ body: query.date === 'proximas' ? [mine] : [] })),
      ...respond(deleteActivity, { headers: { 'x-series': '{"deleted":11,"kept":0}' } }, { id }),
    });
    renderApp('/tasks');
    expect(await screen.findByText('Cada sábado · quedan 11 fechas')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres eliminar?' });
    await choose(dialog, /Esta y las siguientes/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Se eliminaron 11 fechas')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'DELETE')?.query).toEqual({ scope: 'following' });
    expect(sent.find(({ query }) => query.date === 'proximas')?.query).toMatchObject({ series: 'next' });
  });

  test('after the deletion of one date its card gives way to that of the next', async () => {
    let own = [mine];
    declareResponses({
      ...signedIn(),
      ...respond(listOwnActivities, ({ query }) => ({ body: query.date === 'proximas' ? own : [] })),
      ...respond(
        deleteActivity,
        () => {
          own = [
            { ...other, title: 'Huerta', isOwner: true, series: { ...series, index: 3, remaining: 10 } },
          ];
          return {};
        },
        { id },
      ),
    });
    renderApp('/tasks');
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres eliminar?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Actividad eliminada')).toBeTruthy();
    expect(await screen.findByText('Cada sábado · quedan 10 fechas')).toBeTruthy();
  });

  test('the page lists the other dates', async () => {
    declareResponses({
      ...visitor,
      ...attendsNone,
      ...respond(getActivity, { body: { ...mine, isOwner: false } }, { id }),
      ...respond(searchActivities, { body: [mine, other] }),
    });
    renderApp(`/actividades/${id}`);
    const dates = within(await screen.findByRole('region', { name: 'Otras fechas' }));
    expect(dates.getAllByRole('link')).toHaveLength(1);
    expect(dates.getByRole('link', { name: /12 de diciembre/ })).toBeTruthy();
  });
});
