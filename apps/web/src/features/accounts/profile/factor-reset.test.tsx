import { cancelSecondFactorReset, RESET_CANCELLED_MESSAGE } from '@minga/contract/second-factor';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, visitor } from '../../../../test/server.ts';

const token = 'a'.repeat(43);
const BUTTON = 'Detener y dejar todo como está';

test('opening the link changes nothing; the button cancels the reset', async () => {
  const sent = declareResponses({
    ...visitor,
    ...respond(cancelSecondFactorReset, { body: { message: RESET_CANCELLED_MESSAGE } }),
  });
  const { router } = renderApp(`/segundo-factor?token=${token}`);
  const button = await screen.findByRole('button', { name: BUTTON });
  expect(router.state.location.href).toBe('/segundo-factor');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(button);
  expect(await screen.findByText(RESET_CANCELLED_MESSAGE)).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ token });
});

test('an expired link says so', async () => {
  const message = 'Este enlace ya no sirve.';
  declareResponses({
    ...visitor,
    ...respond(cancelSecondFactorReset, errorResponse(400, message, 'INVALID_TOKEN')),
  });
  renderApp(`/segundo-factor?token=${token}`);
  await userEvent.click(await screen.findByRole('button', { name: BUTTON }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('a link without its token says so', async () => {
  declareResponses(visitor);
  renderApp('/segundo-factor');
  expect(await screen.findByText(/Al enlace le falta una parte/)).toBeTruthy();
});
