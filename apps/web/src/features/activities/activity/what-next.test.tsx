import { getActivity, searchActivities } from '@minga/contract/activities';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, respond } from '../../../../test/server.ts';
import { WhatNext } from './what-next.tsx';

const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
const series = { _id: '0199bbbb-0000-7000-8000-000000000001', index: 1, count: 4, repeat, remaining: 1 };
const collective = { slug: 'guardianes', name: 'Guardianes del Río Molino', isVerified: false };
const past = anActivity({ date: '2020-12-05T14:00:00.000Z' });
const next = anActivity({ _id: '01930000-0000-7000-8000-0000000000f2', date: '2099-12-12T14:00:00.000Z' });

const LINKS = ['Ver la próxima fecha', 'Ver el colectivo', 'Buscar otra actividad'];
const hrefs = () => screen.getAllByRole('link').map(link => link.getAttribute('href'));

test.each([
  ['of a series of a collective', { series, collective: { _id: next._id, ...collective } }, true, LINKS],
  ['whose dates the page lists', { series, collective: null }, false, LINKS.slice(2)],
  ['on its own', {}, true, LINKS.slice(2)],
])('after an activity %s', async (_, changes, hasNextDate, names) => {
  declareResponses({
    ...respond(getActivity, { body: { ...past, ...changes } }, { id: past._id }),
    ...respond(searchActivities, { body: [next] }),
  });
  await renderInRouter(<WhatNext activityId={past._id} hasNextDate={hasNextDate} />);
  await expect.poll(() => screen.getAllByRole('link').map(link => link.textContent)).toEqual(names);
  if (names.length === 3)
    expect(hrefs()).toEqual([`/actividades/${next._id}`, '/colectivos/guardianes', '/actividades']);
});
