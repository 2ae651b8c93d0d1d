import { readAddition, refuseAddition } from '@minga/contract/refusal';
import { REFUSAL_TOKEN } from '@minga/contract/refusal-link';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, type Responses, respond, visitor } from '../../../test/server.ts';

const listed = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z', refused: false };
const bad = { status: 400, body: { message: 'Este enlace no es válido.', code: 'INVALID_TOKEN' } };

function show(responses: Responses) {
  const sent = declareResponses({ ...visitor, ...responses });
  renderApp(`/mi-asistencia?token=${REFUSAL_TOKEN}123`);
  return () => sent.filter(({ path }) => path.startsWith('/attendances')).map(({ path }) => path);
}

test('opening the link changes nothing; one press leaves the list', async () => {
  const calls = show({
    ...respond(readAddition, { body: listed }),
    ...respond(refuseAddition, { body: { ...listed, refused: true } }),
  });
  expect(await screen.findByText(/Quien organiza «Siembra»/)).toBeTruthy();
  expect(calls()).toEqual(['/attendances/addition']);
  await userEvent.click(screen.getByRole('button', { name: 'No fui yo, quítame' }));
  expect(await screen.findByText('Ya no estás en la lista')).toBeTruthy();
  expect(calls()).toEqual(['/attendances/addition', '/attendances/addition/refusal']);
});

test('a second visit says that it is done', async () => {
  show(respond(readAddition, { body: { ...listed, refused: true } }));
  expect(await screen.findByText('Ya no estás en la lista')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'No fui yo, quítame' })).toBeNull();
});

test('a bad link', async () => {
  show(respond(readAddition, bad));
  expect(await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeTruthy();
});
