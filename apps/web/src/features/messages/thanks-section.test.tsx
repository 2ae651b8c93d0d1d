import {
  type AudienceCounts,
  countAudiences,
  listMessages,
  previewMessage,
  type SentMessage,
  sendMessage,
} from '@minga/contract/messages';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { thanksFor } from './model.ts';
import { ThanksSection } from './thanks-section.tsx';

const activity = anActivity({ title: 'Siembra' });
const params = { id: activity._id };
const thanks = thanksFor('Siembra');

const unreached = { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 };
const counts: AudienceCounts = {
  confirmed: 12,
  waiting: 0,
  all: 12,
  unreached: { confirmed: unreached, waiting: unreached, all: unreached },
};

async function show(stored: SentMessage[] = [], audiences: Responses = {}) {
  const messages = [...stored];
  const calls = declareResponses({
    ...respond(countAudiences, { body: counts }, params),
    ...audiences,
    ...respond(listMessages, () => ({ body: messages }), params),
    ...respond(
      previewMessage,
      {
        body: {
          recipients: 12,
          unreached: { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 },
          letter: { subject: thanks.subject, text: thanks.text, html: '<p>Gracias</p>' },
        },
      },
      params,
    ),
    ...respond(
      sendMessage,
      () => {
        messages.push(aSentMessage());
        return {
          status: 202,
          body: { recipients: 12, unreached: { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 } },
        };
      },
      params,
    ),
  });
  await renderInRouter(<ThanksSection activity={activity} />);
  return () => calls.filter(({ path }) => path.endsWith('/messages')).flatMap(({ body }) => body ?? []);
}

const aSentMessage = (): SentMessage => ({
  ...thanks,
  _id: '0199cccc-0000-7000-8000-000000000001',
  sender: 'Nubia',
  recipients: 12,
  unreached: { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 },
  createdAt: '2026-11-20T15:00:00.000Z',
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('one press shows the prepared message and how many get it; the second sends it, once', async () => {
  const bodies = await show();
  await press('Dar las gracias');
  expect(await screen.findByText(/^Gracias de corazón/)).toBeTruthy();
  expect(bodies()).toEqual([]);
  await press('Enviar a 12 personas');
  expect(await screen.findByText('Listo: tus gracias les llegan a 12 personas')).toBeTruthy();
  expect(await screen.findByText(/^Ya diste las gracias, el .* a 12 personas\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dar las gracias' })).toBeNull();
  expect(bodies()).toEqual([thanks]);
});

test('can be left for later', async () => {
  const bodies = await show();
  await press('Dar las gracias');
  await press('Ahora no');
  expect(await screen.findByRole('button', { name: 'Dar las gracias' })).toBeTruthy();
  expect(bodies()).toEqual([]);
});

test('is done once it was sent', async () => {
  await show([aSentMessage()]);
  expect(await screen.findByText(/^Ya diste las gracias/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Escribirles otra vez' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dar las gracias' })).toBeNull();
});

test('says why nobody can be thanked yet, without a button that could only fail', async () => {
  const reason = 'Todavía no puedes escribirles: la actividad no está publicada.';
  await show([], respond(countAudiences, errorResponse(409, reason, 'CONFLICT'), params));
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dar las gracias' })).toBeNull();
});
