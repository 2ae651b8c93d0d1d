import { declineFeedback, giveFeedback, type OwnFeedback, readOwnFeedback } from '@minga/contract/feedback';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { FeedbackQuestion } from './feedback-question.tsx';

const taskId = '0199bbbb-0000-7000-8000-000000000001';
const asked: OwnFeedback = { canAnswer: true, feedback: null };
const given: OwnFeedback = { canAnswer: true, feedback: { rating: 4, text: 'Muy bonito' } };

async function show(own: OwnFeedback, responses: Responses = {}, token: string | null = 'abc') {
  const sent = declareResponses({
    ...respond(readOwnFeedback, { body: own }, { taskId }),
    ...respond(giveFeedback, { status: 204 }, { taskId }),
    ...responses,
  });
  await renderInRouter(<FeedbackQuestion taskId={taskId} token={token} />);
  return () => sent.filter(({ path }) => path.endsWith(taskId)).map(({ body }) => body);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('is answered with one of five and a text, by the link; the answer is thanked for', async () => {
  const bodies = await show(asked);
  await userEvent.click(await screen.findByRole('radio', { name: 'Me encantó' }));
  await userEvent.type(screen.getByLabelText(/¿Quieres contar algo más\?/), 'Qué alegría');
  await press('Enviar');
  const thanks = await screen.findByRole('heading', { name: 'Gracias por contarnos' });
  expect(document.activeElement).toBe(thanks);
  expect(screen.getByText('Qué alegría')).toBeTruthy();
  expect(bodies()).toEqual([{ rating: 5, text: 'Qué alegría', token: 'abc' }]);
});

test('needs one of the five, and says so at the buttons', async () => {
  const bodies = await show(asked);
  await press('Enviar');
  expect(await screen.findByText('Elige del 1 al 5 cómo te fue')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Me encantó' })));
  expect(bodies()).toEqual([]);
});

test('an earlier answer is shown and can be changed, or left as it is', async () => {
  const bodies = await show(given, {}, null);
  expect(await screen.findByText('Me gustó')).toBeTruthy();
  await press('Cambiar mi respuesta');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Me gustó' }).checked).toBe(true);
  await press('Cancelar');
  await press('Cambiar mi respuesta');
  await userEvent.click(screen.getByRole('radio', { name: 'Le faltó' }));
  await press('Guardar el cambio');
  expect(await screen.findByText('Le faltó')).toBeTruthy();
  await vi.waitFor(() => expect(bodies()).toEqual([{ rating: 2, text: 'Muy bonito' }]));
});

test('is declined on the server, and then is a button only, which still asks', async () => {
  const sent = declareResponses({
    ...respond(readOwnFeedback, { body: asked }, { taskId }),
    ...respond(declineFeedback, { status: 204 }, { taskId }),
  });
  await renderInRouter(<FeedbackQuestion taskId={taskId} token="abc" />);
  await press('Ahora no');
  const again = await screen.findByRole('button', { name: 'Contar cómo me fue' });
  expect(screen.queryByRole('heading')).toBeNull();
  expect(document.activeElement).toBe(again);
  expect(sent.at(-1)).toMatchObject({ path: expect.stringMatching(/decline$/), body: { token: 'abc' } });
  await userEvent.click(again);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '¿Cómo te fue?' }));
  await press('Cancelar');
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a declined question is not asked again, also on another device', async () => {
  await show({ ...asked, isDeclined: true }, {}, null);
  const button = await screen.findByRole('button', { name: 'Contar cómo me fue' });
  expect(screen.queryByRole('heading')).toBeNull();
  // It takes no focus on its own, and gets it back from the form that it has opened.
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(button);
  await press('Cancelar');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Contar cómo me fue' }));
});

test('a failure is explained and keeps what was written', async () => {
  const late = errorResponse(409, 'Ya pasó el tiempo para contar cómo te fue', 'NOT_NOW');
  await show(asked, respond(giveFeedback, late, { taskId }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Estuvo bien' }));
  await press('Enviar');
  expect(await screen.findByText('Ya pasó el tiempo para contar cómo te fue')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Estuvo bien' }).checked).toBe(true);
});

test('when it is too late the answer is shown, without a way to change it', async () => {
  await show({ ...given, canAnswer: false });
  expect(await screen.findByText('Muy bonito')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is asked of others', async () => {
  const sent = declareResponses(
    respond(readOwnFeedback, { body: { canAnswer: false, feedback: null } }, { taskId }),
  );
  await renderInRouter(<FeedbackQuestion taskId={taskId} token={null} />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('by a link a failed request is explained', async () => {
  const limited = errorResponse(429, 'Demasiados intentos', 'RATE_LIMITED');
  declareResponses(respond(readOwnFeedback, limited, { taskId }));
  await renderInRouter(<FeedbackQuestion taskId={taskId} token="abc" />);
  expect(await screen.findByText('Demasiados intentos')).toBeTruthy();
});
