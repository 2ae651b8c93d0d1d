import { cancelAttendance } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { readPersonalLink } from '@minga/contract/personal-link';
import { confirmSeries } from '@minga/contract/series-confirmation';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { clearOutbox } from '../../../test/outbox.ts';
import { ownState } from '../../../test/own-state.ts';
import { aPersonalAttendance } from '../../../test/participant.ts';
import { renderApp, renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond, visitor } from '../../../test/server.ts';
import { readEntries } from '../../lib/outbox.ts';
import { seriesCountsText } from './confirm-api.ts';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';
import { confirmationKind } from './unsent.ts';
import 'fake-indexeddb/auto';

afterEach(() => clearOutbox(confirmationKind));

const loadResult = () => import('./unsent-notice.tsx');

describe('series', () => {
  const seriesId = '0199bbbb-0000-7000-8000-000000000001';
  const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
  const activity = anActivity({ series: { _id: seriesId, index: 1, count: 12, repeat, remaining: 12 } });
  const counts = { confirmed: 0, waiting: 0, full: 0, already: 0, separate: 0 };

  async function show(responses: Parameters<typeof declareResponses>[0]) {
    const check = { [`GET /attendances/check/${activity._id}`]: { body: ownState(null) } };
    const sent = declareResponses({ ...visitor, ...check, ...responses });
    let isConfirmed = false;
    await renderInRouter(
      <ConfirmAttendanceDialog
        loadResult={loadResult}
        activity={activity}
        viewer={null}
        isOpen
        onClose={() => {}}
        onConfirmed={() => {
          isConfirmed = true;
        }}
      />,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar asistencia' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Luz');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Correo electrónico' }), 'luz@example.org');
    const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }));
    return { sent, dialog, confirm, isConfirmed: () => isConfirmed };
  }

  test('all dates are confirmed at once, and what became of them is said', async () => {
    const body = { ...counts, confirmed: 9, waiting: 2, full: 1 };
    const { sent, dialog, confirm, isConfirmed } = await show({
      ...respond(confirmSeries, { status: 201, body }, { seriesId }),
    });
    await userEvent.click(dialog.getByRole('radio', { name: /A las 12 fechas que quedan/ }));
    await confirm();
    expect(
      await screen.findByText(
        'Vas a 9 fechas; en 2 fechas quedaste en lista de espera; en 1 fecha ya no hay cupo.',
      ),
    ).toBeTruthy();
    expect(isConfirmed()).toBe(true);
    const posts = sent.filter(({ path }) => path.startsWith('/attendances/confirm'));
    expect(posts.map(({ path }) => path)).toEqual([`/attendances/confirm-series/${seriesId}`]);
    expect(posts[0]?.body).toMatchObject({ name: 'Luz', email: 'luz@example.org' });
    expect(posts[0]?.body).not.toHaveProperty('taskId');
  });

  test('where there is no place on any date, the dialog stays and says so', async () => {
    const { dialog, confirm, isConfirmed } = await show({
      ...respond(confirmSeries, { status: 201, body: { ...counts, full: 12 } }, { seriesId }),
    });
    await userEvent.click(dialog.getByRole('radio', { name: /A las 12 fechas que quedan/ }));
    await confirm();
    expect(await dialog.findByText('En 12 fechas ya no hay cupo.')).toBeTruthy();
    expect(isConfirmed()).toBe(false);
  });

  test('without a network all dates are kept to be sent, as one confirmation', async () => {
    const { sent, dialog, confirm, isConfirmed } = await show(
      respond(confirmSeries, 'unreachable', { seriesId }),
    );
    await userEvent.click(dialog.getByRole('radio', { name: /A las 12 fechas que quedan/ }));
    await confirm();
    expect(await screen.findByText('Sin conexión: tu asistencia quedó por enviar')).toBeTruthy();
    expect(isConfirmed()).toBe(true);
    const [kept, ...others] = await readEntries(confirmationKind, null);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ seriesId, title: activity.title, outcome: null });
    // With the same `clientId`, which makes a confirmation idempotent whose response was lost.
    const { taskId, ...body } = kept?.confirmation ?? {};
    expect(taskId).toBe(activity._id);
    expect(sent.find(({ path }) => path.includes('confirm-series'))?.body).toEqual(body);
    expect(body).toMatchObject({ clientId: expect.any(String), name: 'Luz', email: 'luz@example.org' });
  });

  test('only this date is the default', async () => {
    const { sent, dialog, confirm } = await show({
      ...respond(confirmAttendance, { status: 409, body: { message: 'No', code: 'FULL' } }),
    });
    expect(dialog.getByRole('radio', { name: /Solo a esta/ })).toHaveProperty('checked', true);
    await confirm();
    await waitFor(() =>
      expect(sent.find(({ path }) => path === '/attendances/confirm')?.body).toMatchObject({
        taskId: activity._id,
      }),
    );
  });

  test.each([
    [{ ...counts, confirmed: 1 }, 'Vas a 1 fecha.'],
    [{ ...counts, already: 3 }, 'En 3 fechas ya estabas.'],
    [
      { ...counts, confirmed: 2, separate: 1 },
      'Vas a 2 fechas; 1 fecha pide algo distinto: confírmala aparte.',
    ],
  ])('says what became of the dates: %j', (result, text) => {
    expect(seriesCountsText(result)).toBe(text);
  });

  const OTHER = '01930000-0000-7000-8000-0000000000f2';
  const dates = [
    { taskId: activity._id, date: '2099-12-05T14:00:00.000Z', status: 'confirmed' as const },
    { taskId: OTHER, date: '2099-12-12T14:00:00.000Z', status: 'waiting' as const },
  ];
  const personal = (taskId: string, left = dates) => {
    const date = left.find(one => one.taskId === taskId)?.date ?? '';
    return aPersonalAttendance({ ...activity, _id: taskId, date }, { dates: left });
  };

  test('the page of the link of a series shows each date, and cancels one', async () => {
    let left = dates;
    const sent = declareResponses({
      ...visitor,
      ...respond(readPersonalLink, ({ body }) => {
        const { taskId = left[0]?.taskId ?? '' } = body as { taskId?: string };
        return { body: personal(taskId, left) };
      }),
      ...respond(
        cancelAttendance,
        () => {
          left = dates.slice(1);
          return {
            body: {
              deletedAttendance: {
                ...personal(activity._id),
                checkedInBy: null,
                _id: OTHER,
                task: OTHER,
                createdAt: dates[0]?.date ?? '',
              },
            },
          };
        },
        { taskId: activity._id },
      ),
    });
    renderApp('/mi-asistencia?token=abc');
    const list = within(await screen.findByRole('region', { name: 'Tus 2 fechas' }));
    const date = (name: RegExp) => list.getByRole('button', { name });
    await userEvent.click(date(/12 de diciembre/));
    await waitFor(() => expect(date(/12 de diciembre/).getAttribute('aria-pressed')).toBe('true'));
    expect(sent.at(-1)?.body).toEqual({ token: 'abc', taskId: OTHER });
    await userEvent.click(date(/5 de diciembre/));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    expect(await screen.findByText(/^Cancelaste el sábado, 5 de diciembre/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tus 2 fechas' })).toBeNull());
  });
});
