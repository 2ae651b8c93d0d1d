import { listOwnActivities } from '@minga/contract/activities';
import type { Role } from '@minga/contract/session';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn } from '../../../test/server.ts';

function showTasks(role: Role) {
  declareResponses({
    ...signedIn({ ...maria, role }),
    ...respond(listOwnActivities, { body: [], total: 0 }),
  });
  renderApp('/tasks');
}

test.each<[Role, string]>([
  ['superadmin', 'Panel Admin'],
  ['admin', 'Panel de Administración'],
])('a %s has links to the dashboard below the activities and in the menu', async (role, name) => {
  showTasks(role);
  const block = within(await screen.findByRole('navigation', { name: 'Administración' }));
  expect(block.getByRole('link', { name })).toHaveProperty('pathname', '/admin-dashboard');
  const leading = screen
    .getAllByRole('link', { hidden: true })
    .filter(link => link.getAttribute('href') === '/admin-dashboard');
  expect(leading).toHaveLength(2);
});

test('a user has no link to the dashboard', async () => {
  showTasks('user');
  await screen.findByRole('navigation', { name: 'Actividades solidarias' });
  const links = screen.getAllByRole('link', { hidden: true }).map(link => link.getAttribute('href'));
  expect(links).toContain('/profile');
  expect(links).not.toContain('/admin-dashboard');
});
