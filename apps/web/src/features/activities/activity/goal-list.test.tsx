import { getActivity, listOwnActivities } from '@minga/contract/activities';
import { updateGoal } from '@minga/contract/written-goals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { fill } from '../../../../test/fill.ts';
import { renderApp, renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, signedIn } from '../../../../test/server.ts';
import { GoalList, progressText } from './goal-list.tsx';
import { GoalsSection } from './goals-section.tsx';

describe('goals', () => {
  const goal = {
    _id: '0199eeee-0000-7000-8000-000000000001',
    label: 'Sembrar',
    target: 300,
    unit: 'árboles',
    reached: 120,
  };
  const activity = anActivity({ goals: [goal], canManage: true });
  const params = { id: activity._id, goalId: goal._id };
  const NOTE = 'Anotar avance: Sembrar';

  test('everybody sees the progress; only organisers note it', async () => {
    await renderInRouter(<GoalList activity={{ ...activity, canManage: false }} />);
    const bar = await screen.findByRole('progressbar', { name: 'Sembrar: 120 de 300 árboles' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['120', '300']);
    expect(screen.queryByRole('button', { name: NOTE })).toBeNull();
  });

  test('more than the goal fills the bar', async () => {
    await renderInRouter(<GoalList activity={{ ...activity, goals: [{ ...goal, reached: 450 }] }} />);
    const bar = await screen.findByRole('progressbar', { name: 'Sembrar: 450 árboles, de 300' });
    expect(bar.getAttribute('value')).toBe('300');
  });

  test('an organiser notes the progress as people write numbers', async () => {
    const sent = declareResponses(respond(updateGoal, { body: { ...goal, reached: 1200 } }, params));
    await renderInRouter(<GoalList activity={activity} />);
    await userEvent.click(await screen.findByRole('button', { name: NOTE }));
    const field = await screen.findByLabelText<HTMLInputElement>('Sembrar: cuánto llevan');
    expect(field.value).toBe('120');
    await userEvent.clear(field);
    await fill(field, '1.200');
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Avance guardado')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ reached: 1200 }]);
  });

  test.each(['', 'muchos', '-3', '1,5'])('«%s» is no progress', async text => {
    const sent = declareResponses(respond(updateGoal, { body: goal }, params));
    await renderInRouter(<GoalList activity={activity} />);
    await userEvent.click(await screen.findByRole('button', { name: NOTE }));
    const field = await screen.findByLabelText('Sembrar: cuánto llevan');
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Lo logrado debe ser un número entero desde 0')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('a failure is explained and keeps the dialog', async () => {
    declareResponses(respond(updateGoal, errorResponse(404, 'Meta no encontrada', 'NOT_FOUND'), params));
    await renderInRouter(<GoalList activity={activity} />);
    await userEvent.click(await screen.findByRole('button', { name: NOTE }));
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(screen.getByText('Meta no encontrada')).toBeTruthy());
  });

  test('after an activity without goals a link leads to those of its form, unfolded', async () => {
    const own = anActivity({ isOwner: true, canManage: true });
    await renderInRouter(<GoalsSection activity={own} />);
    const link = await screen.findByRole('link', { name: 'Poner metas' });
    expect(link.getAttribute('href')).toBe(`/tasks/${own._id}#metas`);
    cleanup();
    declareResponses({
      ...signedIn(),
      ...respond(getActivity, { body: own }, { id: own._id }),
      ...respond(listOwnActivities, { body: [], total: 0 }),
    });
    renderApp(`/tasks/${own._id}#metas`);
    const summary = (await screen.findByText('Metas', { selector: 'summary span' })).closest('summary');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const open = screen
      .getAllByRole('group')
      .filter(group => group instanceof HTMLDetailsElement && group.open);
    expect(open).toEqual([summary?.parentElement]);
  });
});

describe('goal-text', () => {
  const goal = { _id: 'g', label: 'Sembrar', target: 1200, unit: 'árboles', reached: 0 };

  test.each([
    [0, '0 de 1.200 árboles'],
    [300, '300 de 1.200 árboles'],
    [1200, '1.200 de 1.200 árboles'],
    [1500, '1.500 árboles, de 1.200'],
  ])('%d reached: %s', (reached, text) => {
    expect(progressText({ ...goal, reached })).toBe(text);
  });
});
