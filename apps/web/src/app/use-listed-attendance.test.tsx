import { type Attendance, checkAttendance, listOwnAttendances } from '@minga/contract/attendance';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aNeed } from '../../test/need.ts';
import { ownState } from '../../test/own-state.ts';
import { aParticipant } from '../../test/participant.ts';
import { renderApp } from '../../test/render.tsx';
import { attendsNone, declareResponses, keepsNoDoor, maria, respond, signedIn } from '../../test/server.ts';
import { remember } from '../features/attendance/remembered-attendances.ts';

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
