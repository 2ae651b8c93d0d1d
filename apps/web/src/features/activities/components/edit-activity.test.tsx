import { login } from '@minga/contract/accounts';
import { type Activity, getActivity, listOwnActivities } from '@minga/contract/activities';
import { updateActivity } from '@minga/contract/activity-fields';
import { IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  type Declared,
  declareResponses,
  maria,
  type Responses,
  respond,
  signedIn,
} from '../../../../test/server.ts';

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
  expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/5 de diciembre de 2099/);
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
      endDate: null,
      location: null,
      directions: '',
      isLocationPrivate: false,
      questions: [],
      ...{ needs: [], goals: [], needsRequired: false, contact: 'email' },
      ...{ capacity: null, companionsMax: 0, hasWaitingList: true, asksAgain: false },
      ...{ category: null, tags: [] },
      responsible: ['Ana', 'Don Efraín'],
      removeImage: false,
    },
  ]);
});

test('says before and after saving that attendees are told of another place', async () => {
  await show(mine({ places: { taken: 3, free: null, waiting: 0 } }));
  const place = screen.getByRole('combobox', { name: 'Lugar' });
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
