import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, noActivities, signedIn, visitor } from '../../../test/server.ts';

// The panel is a popover, which jsdom cannot open.
const entries = (name: string) => screen.queryAllByRole('link', { name, hidden: true });

test('the menu links to the user’s profile', async () => {
  declareResponses({ ...signedIn(), ...noActivities });
  renderApp('/actividades');
  await expect.poll(() => entries('Mi perfil')).toHaveLength(1);
  expect(entries('Mi perfil')[0]).toHaveProperty('pathname', '/profile');
});

test('a visitor’s menu leads to the attendances of this device and to no profile', async () => {
  declareResponses({ ...visitor, ...noActivities });
  renderApp('/actividades');
  await expect.poll(() => entries('Únete').length).toBeGreaterThan(0);
  expect(entries('Mi asistencia')).toHaveLength(1);
  expect(entries('Mi perfil')).toEqual([]);
});
