import './lists/activities-tab.tsx';
import { listAllActivities } from '@minga/contract/administration/activities';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderDashboard } from '../../../test/dashboard.ts';
import { respond } from '../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const owner = { _id: '01930000-0000-7000-8000-00000000000b', username: 'Marta', email: 'marta@example.org' };
const rejected = anActivity({
  title: 'Taller de tejido',
  description: '',
  place: '',
  status: 'rejected',
  rejectionReason: 'La dirección\nno existe.',
  isPromoted: true,
  user: owner,
});

/** Opens the details of an activity in the list. */
async function openDetails(activity: typeof rejected) {
  renderDashboard('admin', '?tab=actividades', respond(listAllActivities, { body: [activity] }));
  await userEvent.click(await screen.findByRole('button', { name: `Ver detalles: ${activity.title}` }));
  return within(await screen.findByRole('dialog', { name: activity.title }));
}

const facts = () =>
  screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]);

test('the details show all fields', async () => {
  const dialog = await openDetails(rejected);
  expect(dialog.getByText('No hay imagen')).toBeTruthy();
  const page = dialog.getByRole('link', { name: 'Abrir su página, en otra pestaña' });
  expect([page.getAttribute('target'), page.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  expect(facts()).toEqual([
    ['Descripción', 'Sin descripción'],
    ['Fecha y hora', 'sábado, 5 de diciembre de 2099, 9:00\u00a0a.\u00a0m.'],
    ['Lugar', 'Sin lugar'],
    ['Responsables', 'Ana, Don Efraín'],
    ['Estado', 'Rechazada'],
    ['Promoción', 'Sí'],
    ['Motivo del rechazo', 'La dirección\nno existe.'],
    ['La publicó', 'Martamarta@example.orgVer su cuenta'],
  ]);
});

test('the details name the collective', async () => {
  const collective = {
    _id: '01930000-0000-7000-8000-0000000000c1',
    slug: 'rio',
    name: 'Río',
    isVerified: false,
  };
  await openDetails(anActivity({ title: 'Siembra', collective }));
  expect(facts()).toContainEqual(['Colectivo', 'Río']);
});

test('an activity that was not rejected has no reason', async () => {
  await openDetails(anActivity({ status: 'pending', user: owner }));
  expect(facts().map(([name]) => name)).toEqual([
    'Descripción',
    'Fecha y hora',
    'Lugar',
    'Responsables',
    'Estado',
    'Promoción',
    'La publicó',
  ]);
});
