import { type Attendance, checkAttendance, listOwnAttendances } from '@minga/contract/attendance';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aNeed } from '../../test/need.ts';
import { ownState } from '../../test/own-state.ts';
import { aParticipant } from '../../test/participant.ts';
import { renderApp } from '../../test/render.tsx';
import { attendsNone, declareResponses, keepsNoDoor, maria, respond, signedIn } from '../../test/server.ts';
import { remember } from '../features/attendance/remembered-attendances.ts';

describe('use-listed-attendance', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const need = aNeed({ taken: 1 });
  const limited = anActivity({ capacity: 3, places: { taken: 3, free: 0, waiting: 2 }, needs: [need] });
  const inAWeek = new Date(Date.now() + 7 * DAY_MS).toISOString();

  /** The only card, whose own check has this response. */
  function showOne(check: Parameters<typeof respond<typeof checkAttendance>>[1], own: Partial<Attendance>) {
    const row = { ...aParticipant(1, own), task: { ...limited, date: inAWeek } };
    declareResponses({
      ...signedIn(),
      ...attendsNone,
      ...keepsNoDoor,
      ...respond(listOwnAttendances, { body: [row], total: 1 }),
      ...respond(checkAttendance, check, { taskId: limited._id }),
    });
    renderApp('/tasks/voy-a-ir');
  }

  const offerExpiresAt = '2099-11-23T15:00:00.000Z';
  const claims = [{ needId: need._id, quantity: 1 }];
  test.each([
    ['waiting', { status: 'waiting', position: 2 }, 'En espera, puesto 2'],
    ['offered', { status: 'offered', offerExpiresAt }, /^Te ofrecemos un cupo hasta/],
    ['confirmed', { status: 'confirmed', claims }, 'Elegiste: Cocina'],
  ] as const)(
    'a card whose own check has not been answered shows the %s attendance of the list',
    async (_, own, text) => {
      // Of an earlier visit.
      remember(maria.email, limited._id, own.status !== 'confirmed');
      showOne(() => new Promise(() => {}), { ...own, claims: [...('claims' in own ? own.claims : [])] });
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.queryByText('Vas a asistir: tienes cupo') !== null).toBe(own.status === 'confirmed');
    },
  );

  test('without a connection a card shows the attendance of the list', async () => {
    let attempts = 0;
    showOne(
      () => {
        attempts += 1;
        return 'unreachable';
      },
      { status: 'waiting', position: 2 },
    );
    await waitFor(() => expect(attempts).toBe(1));
    expect(await screen.findByText('En espera, puesto 2')).toBeTruthy();
    expect(screen.queryByText('Entrar a la lista de espera')).toBeNull();
  });

  test('a newer check overrides the list', async () => {
    showOne({ body: ownState('waiting', { position: 1 }) }, { status: 'waiting', position: 2 });
    expect(await screen.findByText('En espera, puesto 1')).toBeTruthy();
  });
});

describe('use-own-code', () => {
  const HOUR_MS = 60 * 60 * 1000;
  const code = 'kX3v9aQ2-_mN5pR7tY1uIg';
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

  /** 'Voy a ir' with one activity, which begins in so many hours. */
  async function show(hours: number, own: Partial<Attendance> = {}) {
    const task = anActivity({ title: 'Siembra de árboles', date: inHours(hours) });
    declareResponses({
      ...signedIn(),
      ...attendsNone,
      ...keepsNoDoor,
      ...respond(listOwnAttendances, { body: [{ ...aParticipant(1, { code, ...own }), task }], total: 1 }),
      ...respond(checkAttendance, { body: ownState('confirmed') }, { taskId: task._id }),
    });
    renderApp('/tasks/voy-a-ir');
    // A card, or a line.
    const title = await screen.findByText('Siembra de árboles');
    return title.closest('article') ?? document.body;
  }

  test('a card opens the code, with whose it is and for which activity; closing returns to the button', async () => {
    await show(72, { name: 'Luz Marina', companions: 2 });
    const opener = await screen.findByRole('button', { name: 'Mi código' });
    await userEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Mi código' });
    expect(within(dialog).getByRole('img', { name: 'Código de llegada de Luz Marina en QR' })).toBeTruthy();
    expect(within(dialog).getByText('Siembra de árboles')).toBeTruthy();
    expect(
      within(dialog)
        .getByText(/ de \d{4}, \d/)
        .getAttribute('datetime'),
    ).toBeTruthy();
    expect(within(dialog).getByText('Luz Marina y 2 acompañantes')).toBeTruthy();
    expect(within(dialog).getByText('kX3v').parentElement?.textContent).toBe(code);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  test('the code of a party that was checked in says so', async () => {
    await show(1, { checkedInAt: '2026-01-05T14:05:00.000Z' });
    await userEvent.click(await screen.findByRole('button', { name: 'Mi código' }));
    expect(await screen.findByText(/^Llegaste el lunes, 5 de enero/)).toBeTruthy();
  });

  test('a late attendee finds it for twelve hours, and not among the folded past', async () => {
    const card = await show(-11);
    expect(within(card).getByText('FINALIZADA')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Mi código' })).toBeTruthy();
  });

  test.each([
    ['twelve hours after the end', -13, {}],
    ['without a place', 72, { code: null, status: 'waiting' as const, position: 1 }],
  ])('%s there is no code', async (_when, hours, own) => {
    await show(hours, own);
    expect(screen.queryByRole('button', { name: 'Mi código' })).toBeNull();
  });
});
