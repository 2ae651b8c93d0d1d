import { logout } from '@minga/contract/session';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn } from '../../../test/server.ts';
import {
  notifyOtherTabs,
  sessionQuery,
  startSession,
  syncWithOtherTabs,
} from '../../features/accounts/session.ts';
import { createQueryClient } from '../../lib/query-client.ts';

const known = { ...maria, gender: null };

/** Simulates another tab of the browser: its own query client on the same channel. */
async function withOtherTab(use: (otherTab: ReturnType<typeof createQueryClient>) => Promise<void>) {
  const otherTab = createQueryClient();
  const leave = syncWithOtherTabs(otherTab);
  await use(otherTab).finally(leave);
}

test('signing out in one tab leaves private screens in the others, which show the reason', () =>
  withOtherTab(async otherTab => {
    let user: typeof known | null = known;
    const sent = declareResponses(signedIn(() => user));
    const { router } = renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });

    user = null;
    // Not by `endSession`: real tabs have separate session storages, while these two share one.
    notifyOtherTabs(otherTab);
    expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
    expect(router.state.location.href).toBe('/login?volver=%2Fwelcome');
    expect(screen.queryByText(maria.email)).toBeNull();
    // One check per notification, and none in return: two tabs do not trigger each other endlessly.
    expect(sent.filter(({ path }) => path === '/auth/verify')).toHaveLength(2);
  }));

test('signing in in one tab signs the others in, at the page they requested', () =>
  withOtherTab(async otherTab => {
    let user: typeof known | null = null;
    declareResponses(signedIn(() => user));
    renderApp('/welcome');
    await screen.findByRole('heading', { name: 'Iniciar sesión' });
    user = known;
    startSession(otherTab, known);
    expect(await screen.findByRole('heading', { level: 1, name: /Bienvenida/ })).toBeTruthy();
  }));

test('changes in this tab are announced to the others', () =>
  withOtherTab(async otherTab => {
    declareResponses({ ...signedIn(known), ...respond(logout, { status: 204 }) });
    renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
    otherTab.setQueryData(sessionQuery.queryKey, known);
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar Sesión', hidden: true }));
    await expect.poll(() => otherTab.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true);
  }));
