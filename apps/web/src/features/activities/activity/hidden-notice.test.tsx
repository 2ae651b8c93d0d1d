import './hidden-notice.tsx';
import { getActivity } from '@minga/contract/activities';
import { appealDecision } from '@minga/contract/reports';
import type { User } from '@minga/contract/session';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { fill } from '../../../../test/fill.ts';
import { renderApp, renderInRouter } from '../../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  maria,
  type Responses,
  respond,
  signedIn,
} from '../../../../test/server.ts';
import { announceSessionLoss } from '../../../lib/server/query-client.ts';
import { deleteDraftsOfOthers } from '../../../lib/storage/delete-drafts-of-others.ts';
import { ActivityView } from './activity-view.tsx';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const hidden = anActivity({ isOwner: true, status: 'rejected', rejectionReason: 'Pide plata.' });
const params = { id: hidden._id };
const NO_ATTENDANCE = { panel: null, hasTicket: false, chooseNeed: null };

async function show(appeal: 'possible' | 'sent' | null, responses: Responses = {}) {
  const sent = declareResponses({
    ...respond(getActivity, { body: { ...hidden, appeal } }, params),
    ...respond(appealDecision, { body: { text: 'Es gratis', at: hidden.createdAt } }, params),
    ...responses,
  });
  await renderInRouter(
    <ActivityView id={hidden._id} attendance={(_activity, page) => page(NO_ATTENDANCE)} />,
  );
  return () => sent.filter(({ path }) => path.endsWith('/appeal')).map(({ body }) => body);
}

const notice = async () =>
  within(await screen.findByRole('region', { name: 'Esta actividad no está publicada' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('says why, and that editing sends it to review; it can be appealed once', async () => {
  const bodies = await show('possible');
  const region = await notice();
  expect(region.getByText('Pide plata.')).toBeTruthy();
  expect(region.getByRole('link', { name: 'Corregirla' }).getAttribute('href')).toBe(`/tasks/${hidden._id}`);
  await press('Pedir que la revisen de nuevo');
  const field = region.getByLabelText(/¿Por qué debería volver a publicarse\?/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await press('Enviar');
  expect(await region.findByText('Cuéntanos por qué debería volver a publicarse')).toBeTruthy();
  await fill(field, 'Es gratis');
  await press('Enviar');
  expect(await region.findByText('Ya pediste que la revisen de nuevo.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Ya pediste/));
  expect(region.queryByRole('button', { name: 'Pedir que la revisen de nuevo' })).toBeNull();
  expect(bodies()).toEqual([{ text: 'Es gratis' }]);
});

test('the form can be left, and a failure keeps the text', async () => {
  await show('possible', respond(appealDecision, errorResponse(409, 'Ya se decidió otra vez'), params));
  await press('Pedir que la revisen de nuevo');
  await fill(screen.getByLabelText(/¿Por qué debería/), 'Es gratis');
  await press('Enviar');
  expect(await screen.findByText('Ya se decidió otra vez')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/¿Por qué debería/).value).toBe('Es gratis');
  await press('Cancelar');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pedir que la revisen de nuevo'));
});

test.each([
  ['its author', maria, 'Es gratis'],
  ['nobody else', { ...maria, _id: '0199aaaa-0000-7000-8000-000000000009' }, ''],
])('an appeal that is being written is there again for %s', async (_who, next, text) => {
  const open = async (user: User) => {
    declareResponses({
      ...signedIn(user),
      ...respond(getActivity, { body: { ...hidden, appeal: 'possible' } }, params),
    });
    renderApp(`/actividades/${hidden._id}`);
    await press('Pedir que la revisen de nuevo');
    return screen.getByLabelText<HTMLTextAreaElement>(/¿Por qué debería/);
  };
  await fill(await open(maria), 'Es gratis');
  announceSessionLoss();
  cleanup();
  deleteDraftsOfOthers(next._id);
  expect((await open(next)).value).toBe(text);
});

test('an appeal that was sent is said so', async () => {
  await show('sent');
  expect((await notice()).getByText('Ya pediste que la revisen de nuevo.')).toBeTruthy();
});

test('a rejection that cannot be appealed has its own notice', async () => {
  await show(null);
  expect(await screen.findByText('No está publicada.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Esta actividad no está publicada' })).toBeNull();
});
