import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { bellButton, bellTitles, numbered, openBell, showBell } from '../../../../test/bell.tsx';
import { setLiveState } from '../../../lib/live/live-state.ts';
import { pendingChanges } from '../pending-changes.ts';

beforeEach(() => setLiveState('connected'));

const many = () => Array.from({ length: 120 }, (_, index) => numbered(120 - index));

test('counts, marks as read and clears more notifications than it lists', async () => {
  const { atServer } = await showBell(many());
  expect((await bellButton('Notificaciones: 120 sin leer')).textContent).toBe('99+');
  const panel = await openBell('Notificaciones: 120 sin leer');
  await bellButton('Notificaciones');
  expect(bellTitles()).toHaveLength(50);
  expect(panel.getByText('Aquí se ven las 50 más recientes.')).toBeTruthy();
  await waitFor(() => expect(atServer().every(({ read }) => read)).toBe(true));
  await userEvent.click(panel.getByRole('button', { name: 'Limpiar' }));
  expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
  await waitFor(() => expect(atServer()).toEqual([]));
  expect(panel.queryByText(/^Aquí se ven/)).toBeNull();
});

test('changes made offline are sent on reconnection and do not affect later notifications', async () => {
  const { elsewhere, goAway, comeBack, atServer } = await showBell();
  const panel = await openBell();
  await waitFor(() => expect(atServer().every(({ read }) => read)).toBe(true));
  goAway();
  await userEvent.click(await panel.findByRole('button', { name: 'Limpiar' }));
  expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
  elsewhere([numbered(3), ...atServer()]);
  await waitFor(() => expect(bellTitles()).toEqual(['Aviso 3']));
  comeBack();
  await waitFor(() => expect(atServer()).toEqual([numbered(3)]));
  await waitFor(() => expect(pendingChanges('ana')).toEqual([]));
  expect(bellTitles()).toEqual(['Aviso 3']);
});

test('changes made offline survive a restart of the app and are sent', async () => {
  const { goAway } = await showBell();
  await bellButton('Notificaciones: 2 sin leer');
  goAway();
  const panel = await openBell();
  await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
  await waitFor(() => expect(pendingChanges('ana')).toHaveLength(2));
  cleanup();

  const { atServer } = await showBell();
  await waitFor(() => expect(atServer()).toEqual([numbered(1, true)]));
  await waitFor(() => expect(pendingChanges('ana')).toEqual([]));
  await openBell('Notificaciones');
  expect(bellTitles()).toEqual(['Aviso 1']);
  expect(screen.queryByText('Nueva')).toBeNull();
});
