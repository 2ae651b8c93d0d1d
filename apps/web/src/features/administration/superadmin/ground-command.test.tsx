import { searchActivities } from '@minga/contract/activities';
import { getSiteMap } from '@minga/contract/site';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn, visitor } from '../../../../test/server.ts';
import { commandFor } from './ground-command.tsx';

const bounds = { west: -72.12, south: -13.67, east: -71.82, north: -13.37 };
const siteMap = { start: { latitude: -13.52, longitude: -71.97, zoom: 12 }, bounds };

const open = (who: Parameters<typeof declareResponses>[0]) => {
  declareResponses({
    ...who,
    ...respond(searchActivities, { body: [anActivity({})], total: 1 }),
    ...respond(getSiteMap, { body: siteMap }),
  });
  renderApp('/mapa');
};

test('names the region and a map that exists', () => {
  expect(commandFor(bounds, new Date('2026-12-01T02:00:00Z'))).toBe(
    'sudo minga map -- --bbox=-72.12,-13.67,-71.82,-13.37 https://build.protomaps.com/20261129.pmtiles',
  );
  expect(commandFor(null, new Date())).toContain('--bbox=OESTE,SUR,ESTE,NORTE ');
});

test.each(['admin', 'superadmin'] as const)('%s is offered the command', async role => {
  const user = userEvent.setup();
  open(signedIn({ ...maria, role }));
  await user.click(await screen.findByText('Poner calles en este mapa'));
  expect(
    await screen.findByText(/^sudo minga map -- --bbox=-72\.12,-13\.67,-71\.82,-13\.37 https:/),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copiar la orden' }));
  expect(await screen.findByText('Copiado')).toBeTruthy();
});

test.each([
  ['visitors', visitor],
  ['members', signedIn()],
])('%s are not', async (_, who) => {
  open(who);
  await screen.findByText('No pudimos mostrar el mapa. La lista tiene lo mismo.');
  expect(screen.queryByText('Poner calles en este mapa')).toBeNull();
});

test('a site with a ground offers it to no one', async () => {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'minga:map';
  onTestFinished(() => meta.remove());
  open(signedIn({ ...maria, role: 'admin' }));
  await screen.findByText('No pudimos mostrar el mapa. La lista tiene lo mismo.');
  expect(screen.queryByText('Poner calles en este mapa')).toBeNull();
});
