import type { Activity } from '@minga/contract/activities';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { type Answers, answerWith, maria } from '../../../../test/server.ts';

function show(path: string, answers: Answers) {
  answerWith({ 'GET /auth/verify': { body: maria }, ...answers });
  renderApp(path);
}

const own = (day: string) =>
  anActivity({
    _id: `01930000-0000-7000-8000-0000${day.replaceAll('-', '')}`,
    title: `Minga del ${day}`,
    date: `${day}T14:00:00.000Z`,
    isOwner: true,
  });

const cards = () => screen.getAllByRole('article').map(card => card.querySelector('h2, h3')?.textContent);

test('own activities: what is to come ascending, what has been descending', async () => {
  const days = ['2001-01-01', '2099-03-01', '2002-01-01', '2098-01-01'];
  show('/tasks', { 'GET /tasks': { body: days.map(own) } });

  expect(await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (2)' })).toBeTruthy();
  expect(screen.getByText('Historial')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Actividades Pasadas (2)' })).toBeTruthy();
  expect(cards()).toEqual([
    'Minga del 2098-01-01',
    'Minga del 2099-03-01',
    'Minga del 2002-01-01',
    'Minga del 2001-01-01',
  ]);
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
});

test('without a past there is no history', async () => {
  show('/tasks', { 'GET /tasks': { body: [own('2099-01-01')] } });
  await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (1)' });
  expect(screen.queryByText('Historial')).toBeNull();
});

test('who has published nothing is shown how', async () => {
  show('/tasks', { 'GET /tasks': { body: [] } });
  expect(await screen.findByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Publicar mi primera actividad' }).getAttribute('href')).toBe(
    '/add-task',
  );
});

test('the list of others is counted whole, and can be joined', async () => {
  const rows: Activity[] = [anActivity()];
  show('/tasks/lista', { 'GET /tasks/others': { body: rows, total: 1 } });

  expect(await screen.findByRole('heading', { level: 1, name: 'Lista de Actividades (1)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Lista de Actividades' }).getAttribute('aria-current')).toBe(
    'page',
  );
});

test.each([
  ['/tasks', ['Minga', 'Mis actividades', 'Mis actividades', 'Mis Actividades', 'Mis actividades']],
  ['/tasks/lista', ['Lista de Actividades']],
  ['/actividades?q=siembra', ['Explorar', 'Explorar', 'Explorar']],
  [`/actividades/${anActivity()._id}`, []],
])('on %s only its own entries are marked', async (path, expected) => {
  const none = { body: [], total: 0 };
  show(path, {
    'GET /tasks': { body: [] },
    'GET /tasks/others': none,
    'GET /tasks/search': none,
    [`GET /tasks/${anActivity()._id}`]: { body: anActivity() },
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('navigation', { name: 'Accesos rápidos' });
  // The account menu is closed, and yet its entries are marked alike.
  const links = screen.getAllByRole('link', { hidden: true });
  const marked = links.filter(link => link.getAttribute('aria-current') === 'page');
  expect(marked.map(link => link.textContent)).toEqual(expected);
});

test('an empty list of others says so', async () => {
  show('/tasks/lista', { 'GET /tasks/others': { body: [], total: 0 } });
  expect(await screen.findByText('No hay actividades disponibles.')).toBeTruthy();
});

test.each([
  ['/tasks', 'GET /tasks'],
  ['/tasks/lista', 'GET /tasks/others'],
])('%s says that it is loading', async (path, call) => {
  show(path, { [call]: () => new Promise(() => {}) });
  expect(await screen.findByText('Cargando actividades...')).toBeTruthy();
});
