import type { Activity } from '@minga/contract/activities';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aCollective } from '../../../test/collective.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { ActivityCard } from './activity-grid.tsx';

const attendance = <button type="button">Asistir a actividad</button>;
const past = '2001-05-01T15:00:00.000Z';
const picture = {
  width: 1280,
  height: 720,
  widths: [320, 640, 1280],
  hasAvif: true,
  placeholder: 'data:image/webp;base64,AA',
};

const show = (changes: Partial<Activity> = {}) =>
  renderInRouter(<ActivityCard activity={anActivity(changes)} order={2} attendance={attendance} />);

const badges = () => screen.queryAllByRole('listitem').map(item => item.textContent);

test('a card shows title, date, place and people', async () => {
  await show();
  const card = screen.getByRole('article', { name: 'Siembra de árboles' });

  expect(within(card).getByRole('heading', { level: 2, name: 'Siembra de árboles' })).toBeTruthy();
  expect(within(card).getByText('sábado, 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();
  expect(within(card).getByText('Lugar').nextSibling?.textContent).toBe('Cerro de la Eme');
  expect(within(card).getByText('Responsables')).toBeTruthy();
  // Copied text has the comma, too.
  expect(badges()).toEqual(['Ana, ', 'Don Efraín']);
  expect(within(card).getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
});

test('the title links to the public page', async () => {
  const { router } = await show();
  await userEvent.click(screen.getByRole('link', { name: 'Siembra de árboles' }));
  expect(router.state.location.pathname).toBe('/actividades/01930000-0000-7000-8000-00000000000a');
});

test('shows placeholders for missing values', async () => {
  await show({ place: '', responsible: [] });
  expect(screen.getByText('Por confirmar')).toBeTruthy();
  expect(screen.queryByText(/Responsable/)).toBeNull();
});

test('uses the singular for one responsible person', async () => {
  await show({ responsible: ['Ana'] });
  expect(screen.getByText('Responsable')).toBeTruthy();
});

const places = { taken: 1, free: 4, waiting: 0 };

test('shows the places that are left', async () => {
  await show({ places });
  expect(screen.getByText('Quedan 4 cupos')).toBeTruthy();
});

test('shows no places once it has begun', async () => {
  await show({ places, date: past, endDate: '2099-05-01T15:00:00.000Z' });
  expect(badges()).toContain('En curso');
  expect(screen.queryByText(/Quedan/)).toBeNull();
});

test.each<[string, Partial<Activity>, string[]]>([
  ['approved, another owner', {}, []],
  ['pending, another owner', { status: 'pending' }, []],
  ['own and pending', { isOwner: true, status: 'pending' }, ['Pendiente de revisión\u00a0· ya es pública']],
  ['own and rejected', { isOwner: true, status: 'rejected' }, ['Rechazada']],
  ['promoted', { isPromoted: true }, ['PROMO']],
  ['past', { date: past }, ['FINALIZADA']],
  [
    'own, promoted, past and pending',
    { isOwner: true, isPromoted: true, date: past, status: 'pending' },
    ['PROMO', 'FINALIZADA'],
  ],
  ['own, past and rejected', { isOwner: true, date: past, status: 'rejected' }, ['FINALIZADA', 'Rechazada']],
])('badges: %s', async (_, changes, expected) => {
  await show({ ...changes, responsible: [] });
  expect(badges()).toEqual(expected);
});

test.each([
  ['its owner: shown', { isOwner: true }, true],
  ['other users: not shown', {}, false],
  ['the owner of a past activity: not shown', { isOwner: true, date: past }, false],
])('the details explain a pending review to %s', async (_, changes, isExplained) => {
  await show({ ...changes, status: 'pending' });
  await userEvent.click(screen.getByRole('button', { name: 'Ver Detalles' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText(/^Todo el mundo puede verla/) !== null).toBe(isExplained);
});

const collective = {
  _id: '01930000-0000-7000-8000-0000000000c1',
  slug: 'rio',
  name: 'Río',
  isVerified: false,
};

test.each([
  ['its only organiser', { isOwner: true }, /solo la ves tú\. .* te avisará/],
  [
    'the author in a collective',
    { isOwner: true, collective },
    /solo la ven quienes organizan\. .* te avisará/,
  ],
  [
    'another organiser',
    { canManage: true, collective },
    /solo la ven quienes organizan\. .* la revisará; no/,
  ],
])('a pending activity is not public yet where the review comes first: %s', async (_, changes, text) => {
  const meta = Object.assign(document.createElement('meta'), { name: 'minga:moderation', content: 'prior' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  await show({ ...changes, status: 'pending', responsible: [] });
  expect(badges()).toEqual(['Pendiente de revisión\u00a0· aún no es pública']);
  await userEvent.click(screen.getByRole('button', { name: 'Ver Detalles' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Por ahora solo/).textContent).toMatch(text);
});

test('shows the rejection reason to the owner', async () => {
  await show({ isOwner: true, status: 'rejected', rejectionReason: 'Falta la dirección.' });
  expect(screen.getByText('Falta la dirección.', { exact: false })).toBeTruthy();
});

test('offers an image in every width and loads it lazily', async () => {
  await show({ image: '/imagenes/a/1280.webp', picture });
  const image = screen.getByRole('img', { name: 'Imagen de Siembra de árboles' });

  expect(image.getAttribute('srcset')).toContain('/imagenes/a/640.webp 640w');
  expect(image.previousElementSibling?.getAttribute('srcset')).toContain('/imagenes/a/640.avif 640w');
  expect(image.getAttribute('loading')).toBe('lazy');
  expect(image.getAttribute('width')).toBe('1280');
  expect(screen.queryByText('No hay imagen')).toBeNull();
});

test('shows the woven placeholder for a missing or failed image', async () => {
  await show({ image: '/imagenes/a/1280.webp', picture });
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText('No hay imagen')).toBeNull();
});

test('opens the details in a dialog, which Volver closes', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Ver Detalles' }));

  const dialog = await screen.findByRole('dialog', { name: 'Siembra de árboles' });
  expect(within(dialog).getByText('Trae guantes.')).toBeTruthy();
  expect(within(dialog).getByText('Cerro de la Eme')).toBeTruthy();
  expect(within(dialog).getByText('con Ana y Don Efraín')).toBeTruthy();
  expect(within(dialog).getByText('Sábado 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();

  await userEvent.click(within(dialog).getByRole('button', { name: 'Volver' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ver Detalles' }));
});

test('the back button closes the details without leaving the page', async () => {
  const { router } = await show();
  const { href } = router.state.location;
  await userEvent.click(screen.getByRole('button', { name: 'Ver Detalles' }));
  await screen.findByRole('dialog', { name: 'Siembra de árboles' });
  expect(router.history.length).toBe(2);

  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(href);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ver Detalles' }));
});

test('back from the page opened in the details leads to the list without the dialog', async () => {
  const { router } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Ver Detalles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Siembra de árboles' }));
  await userEvent.click(dialog.getByRole('link', { name: 'Abrir su página' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/actividades\//));

  router.history.back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(router.state.location.state.dialog).toBeUndefined();
});

test.each([
  [true, /^Guardianes del Río\s*Verificado$/],
  [false, /^Guardianes del Río$/],
])('the collective that organises it leads to its page (verified: %s)', async (isVerified, name) => {
  const { _id, slug, name: title } = aCollective();
  const { router } = await show({ collective: { _id, slug, name: title, isVerified } });
  await userEvent.click(screen.getByRole('link', { name }));
  expect(router.state.location.pathname).toBe('/colectivos/guardianes-del-rio');
});
