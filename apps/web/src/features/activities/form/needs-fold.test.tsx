import { getActivity, listOwnActivities } from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aNeed } from '../../../../test/need.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, signedIn } from '../../../../test/server.ts';
import { siteDay } from '../../../lib/dates/dates.ts';
import { monthOf, shiftMonth } from '../calendar/month-grid.ts';

const names = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /Qué$/ }).map(({ value }) => value);
const line = (number: number) => screen.getByRole('textbox', { name: `${number}. Qué` });
const focused = () => document.activeElement as HTMLElement;

async function create() {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(createActivity, { status: 201, body: anActivity({ isOwner: true }) }),
  });
  renderApp('/add-task');
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), 'Siembra');
  await userEvent.click(screen.getByText('Qué se necesita', { selector: 'summary span' }));
  await userEvent.click(screen.getByRole('button', { name: 'Agregar tarea o cosa' }));
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

async function pickDay(day: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /Fecha y hora/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: day }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
}

test('are written like a list on paper, moved by the keyboard, and sent without blank lines', async () => {
  const posts = await create();
  await waitFor(() => expect(focused()).toBe(line(1)));
  await userEvent.keyboard('Cocina{Enter}');
  await waitFor(() => expect(focused()).toBe(line(2)));
  await userEvent.keyboard('Palas{Enter}');
  await waitFor(() => expect(focused()).toBe(line(3)));
  // After an empty line there is no other one.
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe(line(3));
  await userEvent.keyboard('a{Enter}');
  await waitFor(() => expect(focused()).toBe(line(4)));
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(focused()).toBe(line(3)));
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(names()).toEqual(['Cocina', 'Palas', '']));
  expect(screen.getByText('2 tareas y cosas')).toBeTruthy();

  const [, kind] = screen.getAllByRole('combobox', { name: 'Tipo' });
  await userEvent.selectOptions(kind as HTMLElement, 'Cosa');
  const [, quantity] = screen.getAllByRole('textbox', { name: 'Cuántas' });
  await userEvent.clear(quantity as HTMLElement);
  await userEvent.type(quantity as HTMLElement, '0');
  screen.getByRole('button', { name: /^Mover: Palas/ }).focus();
  await userEvent.keyboard('{ArrowUp}');
  await waitFor(() => expect(names()).toEqual(['Palas', 'Cocina', '']));
  await waitFor(() => expect(focused().getAttribute('aria-label')).toMatch(/^Mover: Palas/));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cada persona debe elegir al menos una' }));
  await pickDay(/^1 /);
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await save();
  expect(await screen.findByText('La cantidad debe ser un número entero de 1 a 1.000')).toBeTruthy();
  expect(posts()).toEqual([]);
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Cuántas' })[0] as HTMLElement, '{Backspace}6');
  await save();
  const need = { startsAt: null, endsAt: null, note: '' };
  await waitFor(() =>
    expect(posts()).toMatchObject([
      {
        needs: [
          { ...need, kind: 'thing', name: 'Palas', quantity: 6 },
          { ...need, kind: 'task', name: 'Cocina', quantity: 1 },
        ],
        needsRequired: true,
      },
    ]),
  );
});

test('a line that takes the kind of the one before it says so', async () => {
  await create();
  const kinds = () => screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Tipo' });
  await userEvent.selectOptions(kinds()[0] as HTMLElement, 'Cosa');
  expect(screen.queryByText('Como la de antes')).toBeNull();
  await userEvent.type(line(1), 'Palas{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Tipo', description: 'Como la de antes' })).toBe(
    kinds()[1],
  );
  expect(kinds()[1]?.value).toBe('thing');
  await userEvent.selectOptions(kinds()[1] as HTMLElement, 'Tarea');
  expect(screen.queryByText('Como la de antes')).toBeNull();
});

/** Opens 'Horario y nota' of the only line. */
async function openTimes(): Promise<void> {
  await userEvent.click(screen.getByText('Horario y nota'));
  await screen.findByLabelText('Empieza');
}

test('the times of a task and the end move along with the day of the activity', async () => {
  await create();
  await userEvent.keyboard('Cocina');
  await openTimes();
  await pickDay(/^1 /);
  const picked = screen.getByRole('button', { name: /Fecha y hora/ });
  const starts = () => screen.getByLabelText<HTMLInputElement>('Empieza').value;
  expect(picked.textContent).toContain('9:00');
  const nextMonth = shiftMonth(monthOf(siteDay(new Date())), 1);
  fireEvent.change(screen.getByLabelText('Empieza'), { target: { value: '08:00' } });
  const end = screen.getByText('Hora de fin', { selector: 'summary span' });
  await userEvent.click(end);
  await userEvent.click(screen.getByRole('button', { name: '3 horas' }));
  await userEvent.click(picked);
  const dialog = within(await screen.findByRole('dialog', { name: /Fecha y hora/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^15 / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(starts()).toBe('08:00'));
  // On the same day, so without a date.
  expect(end.parentElement?.textContent).toMatch(/^Hora de fin12:00\sp\.\sm\.$/);
  expect(screen.getByRole('button', { name: '3 horas', pressed: true })).toBeTruthy();
  // Another day is entered with the time.
  await userEvent.click(screen.getByRole('button', { name: 'Es otro día' }));
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Empieza')));
  expect(starts()).toBe(`${nextMonth}-15T08:00`);
});

test('the times of shifts are those of the day of the activity, past midnight of the next one', async () => {
  const posts = await create();
  await pickDay(/^1 /);
  const set = (label: string, line: number, value: string) =>
    fireEvent.change(screen.getAllByLabelText(label)[line] as HTMLElement, { target: { value } });
  line(1).focus();
  await userEvent.keyboard('Cocina');
  await openTimes();
  set('Empieza', 0, '20:00');
  expect(screen.queryByText('Al día siguiente')).toBeNull();
  set('Termina', 0, '01:00');
  expect(screen.getByText('Al día siguiente')).toBeTruthy();
  line(1).focus();
  await userEvent.keyboard('{Enter}');
  // The next line shows its times at once.
  await waitFor(() => expect(screen.getAllByLabelText('Empieza')).toHaveLength(2));
  expect(screen.getAllByText('Horario y nota')[1]?.closest('details')?.open).toBe(true);
  await waitFor(() => expect(focused()).toBe(line(2)));
  await userEvent.keyboard('Aseo');
  set('Empieza', 1, '09:00');
  await userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Escribe la hora de inicio y la de fin, o ninguna')).toBeTruthy();
  await waitFor(() => expect(focused()).toBe(screen.getAllByLabelText('Empieza')[1]));
  set('Termina', 1, '11:00');
  await userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const at = (day: string, hour: string) => expect.stringMatching(new RegExp(`-${day}T${hour}:00:00.000Z$`));
  await waitFor(() =>
    expect(posts()).toMatchObject([
      {
        needs: [
          { startsAt: at('02', '01'), endsAt: at('02', '06') },
          { startsAt: at('01', '14'), endsAt: at('01', '16') },
        ],
      },
    ]),
  );
});

test('in an activity that ends the same day a shift ends after its start, and one outside of its hours is pointed out', async () => {
  const posts = await create();
  await pickDay(/^1 /);
  await userEvent.click(screen.getByText('Hora de fin', { selector: 'summary span' }));
  await userEvent.click(screen.getByRole('button', { name: '3 horas' }));
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const set = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  line(1).focus();
  await userEvent.keyboard('Cocina');
  await openTimes();
  set('Empieza', '09:00');
  set('Termina', '08:30');
  expect(screen.queryByText('Al día siguiente')).toBeNull();
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await save();
  expect(await screen.findByText('La tarea debe terminar después de empezar')).toBeTruthy();
  await waitFor(() => expect(focused()).toBe(field('Termina')));
  // The fields are still those of the activity's day.
  expect([field('Empieza').value, field('Termina').value]).toEqual(['09:00', '08:30']);
  set('Termina', '12:00');
  await waitFor(() => expect(screen.queryByText('La tarea debe terminar después de empezar')).toBeNull());
  expect(screen.queryByText(/que la actividad$/)).toBeNull();
  set('Empieza', '08:00');
  set('Termina', '13:00');
  expect(screen.getByText('Empieza antes que la actividad')).toBeTruthy();
  expect(screen.getByText('Termina después que la actividad')).toBeTruthy();
  await save();
  await waitFor(() =>
    expect(posts()).toMatchObject([
      {
        needs: [
          {
            startsAt: expect.stringMatching(/-01T13:00:00.000Z$/),
            endsAt: expect.stringMatching(/-01T18:00:00.000Z$/),
          },
        ],
      },
    ]),
  );
});

test('fewer than are claimed are saved only after the organiser agrees', async () => {
  const need = aNeed({ taken: 2 });
  const activity = anActivity({ isOwner: true, needs: [need] });
  const taken = errorResponse(409, 'Ya hay 2 en «Cocina»', 'NEED_TAKEN');
  const id = { id: activity._id };
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [activity] }),
    ...respond(getActivity, { body: activity }, id),
    ...respond(
      updateActivity,
      ({ body }) => ((body as { releaseClaims?: boolean }).releaseClaims ? { body: activity } : taken),
      id,
    ),
  });
  const puts = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const { router } = renderApp(`/tasks/${activity._id}`);
  const quantity = await screen.findByRole('textbox', { name: 'Cuántas', hidden: true });
  fireEvent.change(quantity, { target: { value: '1' } });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Hay personas que ya eligieron' }));
  expect(dialog.getByText(/Ya hay 2 en «Cocina»/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(puts()).toHaveLength(1);
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Guardar y avisarles' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
  expect(puts().at(-1)).toMatchObject({ releaseClaims: true, needs: [{ _id: need._id, quantity: 1 }] });
});
