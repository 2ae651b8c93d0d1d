import { type ActivityFeedback, readFeedback } from '@minga/contract/feedback';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { FeedbackSection } from './feedback-section.tsx';

const recent = anActivity({ date: new Date(Date.now() - 60_000).toISOString() });
const old = anActivity({ date: '2001-05-01T15:00:00.000Z' });

async function show(feedback: ActivityFeedback, activity = recent) {
  declareResponses(respond(readFeedback, { body: feedback }, { taskId: activity._id }));
  await renderInRouter(<FeedbackSection activity={activity} />);
}

test.each([
  ['none yet', { count: 0 }, recent, /^Todavía no hay respuestas/],
  ['one', { count: 1 }, recent, /^Hay 1 respuesta\. Cuando sean 3/],
  ['none any more', { count: 0 }, old, 'No hubo respuestas.'],
  ['too few for good', { count: 2 }, old, /^Hubo 2 respuestas: con menos de 3 no se muestran/],
])('%s', async (_what, { count }, activity, text) => {
  await show({ average: null, count, texts: [] }, activity);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('from three on the average and the texts, also the same twice', async () => {
  await show({ average: 13 / 3, count: 3, texts: ['Volvería', 'Volvería'] });
  expect(await screen.findByText('4,3')).toBeTruthy();
  expect(screen.getByText(/de 5, en 3 respuestas/)).toBeTruthy();
  expect(screen.getAllByText('Volvería')).toHaveLength(2);
});
