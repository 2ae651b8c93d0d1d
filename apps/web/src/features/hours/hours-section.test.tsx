import { listCertificates, revokeCertificate } from '@minga/contract/certificates';
import { confirmHours } from '@minga/contract/hours';
import { listParticipants } from '@minga/contract/participants';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { HoursSection } from './hours-section.tsx';

const activity = anActivity({ date: '2026-11-01T14:00:00.000Z', endDate: '2026-11-01T16:30:00.000Z' });
const taskId = activity._id;
const came = { checkedInAt: activity.date };
const [first, second, absent] = [aParticipant(1, came), aParticipant(2, came), aParticipant(3)];

async function show(
  participants = [first, second, absent],
  responses: Responses = {},
  said = /^Llegaron 2 personas/,
) {
  const sent = declareResponses({
    ...respond(listParticipants, { body: participants }, { taskId }),
    ...respond(listCertificates, { body: [] }, { taskId }),
    ...respond(confirmHours, { body: { confirmed: 2, self: 0 } }, { taskId }),
    ...responses,
  });
  await renderInRouter(<HoursSection activity={activity} />);
  await screen.findByText(said);
  return () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmar horas' }));

test('the activity’s length is confirmed for all who came', async () => {
  const bodies = await show();
  expect(screen.getByLabelText<HTMLInputElement>('Horas de cada persona').value).toBe('2,5');
  await confirm();
  expect(await screen.findByText(/^Listo: 2 personas tienen sus horas confirmadas/)).toBeTruthy();
  expect(bodies()).toEqual([{ hours: 2.5, except: [] }]);
});

test('with an exception', async () => {
  const bodies = await show();
  await userEvent.click(screen.getByText('Persona por persona'));
  await userEvent.type(screen.getByLabelText(second.name), '1');
  expect(screen.getByText('1 con otras horas')).toBeTruthy();
  await confirm();
  await screen.findByText(/^Listo/);
  expect(bodies()).toEqual([{ hours: 2.5, except: [{ attendanceId: second._id, hours: 1 }] }]);
});

test('hours that were confirmed before are said so, and how many people lack them', async () => {
  const again = 'con horas confirmadas. Si cambias algo, confírmalas otra vez.';
  await show([{ ...first, hours: 3 }, second], {}, /^1 de 2 personas con horas confirmadas\./);
  cleanup();
  await show(
    [
      { ...first, hours: 3 },
      { ...second, hours: 0 },
    ],
    {},
    new RegExp(`^2 personas ${again}$`),
  );
});

test('a person who did not come has no hours, until that is undone', async () => {
  const bodies = await show();
  await userEvent.click(screen.getByText('Persona por persona'));
  expect(screen.getByText('Otras horas, o quién no vino')).toBeTruthy();
  const absent = screen.getByRole('button', { name: `No vino: ${first.name}` });
  await userEvent.click(absent);
  expect(absent.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('1 no vino')).toBeTruthy();
  await confirm();
  await screen.findByText(/^Listo/);
  await userEvent.click(absent);
  await confirm();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()).toEqual([
    { hours: 2.5, except: [{ attendanceId: first._id, hours: 0 }] },
    { hours: 2.5, except: [] },
  ]);
});

test('wrong hours are explained and not sent', async () => {
  const bodies = await show();
  const field = screen.getByLabelText('Horas de cada persona');
  await userEvent.clear(field);
  await confirm();
  expect(await screen.findByText(/^Escribe de 0,25 a 24 horas/)).toBeTruthy();
  await userEvent.type(field, '2');
  await userEvent.type(screen.getByLabelText(first.name), '1,1');
  await confirm();
  expect(await screen.findByText('De 0 a 24, en cuartos de hora')).toBeTruthy();
  expect(bodies()).toEqual([]);
});

test('a refusal is explained', async () => {
  const refusal = errorResponse(409, 'Las horas se confirman cuando la actividad ya comenzó', 'NOT_NOW');
  await show(undefined, respond(confirmHours, refusal, { taskId }));
  await confirm();
  expect(await screen.findByText('Las horas se confirman cuando la actividad ya comenzó')).toBeTruthy();
});

test('a certificate is revoked after a question', async () => {
  const withHours = [
    { ...first, hours: 3 },
    { ...second, hours: 3 },
  ];
  const number = { attendanceId: first._id, number: 'K7MN-2RTX-9QWE', issuedAt: activity.date };
  const responses = {
    ...respond(listCertificates, { body: [number] }, { taskId }),
    ...respond(revokeCertificate, { status: 204 }, { id: first._id }),
  };
  await show(withHours, responses, /^2 personas con horas confirmadas/);
  const name = `Anular constancia de ${first.name}`;
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, anular' }));
  expect(await screen.findByText(`Anulaste la constancia de ${first.name}`)).toBeTruthy();
});

test('without arrivals', async () => {
  declareResponses(respond(listParticipants, { body: [absent] }, { taskId }));
  await renderInRouter(<HoursSection activity={activity} />);
  expect(await screen.findByText(/^Las horas se confirman a quienes llegaron/)).toBeTruthy();
});

test('who came by themselves are named, and one press leaves them without hours', async () => {
  const alone = { ...first, checkedInBy: 'self' as const };
  const bodies = await show([alone, { ...second, checkedInBy: 'door' as const }, absent]);
  expect(screen.getByText('1 persona registró su llegada por su cuenta')).toBeTruthy();
  expect(screen.getByText(`${first.name}.`)).toBeTruthy();
  const leaveOut = screen.getByRole('button', { name: 'Dejar sin horas a quienes llegaron por su cuenta' });
  await userEvent.click(leaveOut);
  expect(leaveOut.getAttribute('aria-pressed')).toBe('true');
  await confirm();
  await screen.findByText(/^Listo/);
  await userEvent.click(leaveOut);
  await confirm();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()).toEqual([
    { hours: 2.5, except: [{ attendanceId: first._id, hours: 0 }], withoutSelf: true },
    { hours: 2.5, except: [] },
  ]);
});
