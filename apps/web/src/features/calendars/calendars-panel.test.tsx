import {
  type Calendar,
  type CalendarPreview,
  type CalendarSummary,
  createCalendar,
  listCalendars,
  previewCalendar,
  readCalendar,
  removeCalendar,
} from '@minga/contract/calendars';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { CalendarsPanel } from './calendars-panel.tsx';

const slug = 'rio-vivo';
const id = '0199dddd-0000-7000-8000-000000000001';
const read: Calendar = {
  _id: id,
  host: 'calendar.example.org',
  category: 'ambiente',
  state: 'ok',
  lastReadAt: new Date().toISOString(),
  error: null,
  activities: 14,
  edited: 0,
  cancelled: 0,
  vanished: 0,
  summary: { activities: 14, series: 3, withoutPlace: 2, leftOut: 0, beyondLimit: 0 },
};
const reading: Calendar = { ...read, state: 'reading', lastReadAt: null, summary: null, activities: 0 };

const preview: CalendarPreview = {
  error: null,
  summary: { activities: 14, series: 3, withoutPlace: 2, leftOut: 0, beyondLimit: 0 },
  first: [{ title: 'Siembra', date: '2026-12-05T14:00:00.000Z', place: null }],
};

/** A server that reads a new calendar before the list is requested the second time. */
async function show(first: Calendar[]) {
  let calendars = first;
  const sent = declareResponses({
    ...respond(
      listCalendars,
      () => {
        const body = calendars;
        calendars = calendars.map(one => (one.state === 'reading' ? read : one));
        return { body };
      },
      { slug },
    ),
    ...respond(
      createCalendar,
      () => {
        calendars = [reading];
        return { status: 201, body: reading };
      },
      { slug },
    ),
    ...respond(previewCalendar, { body: preview }, { slug }),
    ...respond(readCalendar, { status: 202, body: reading }, { slug, id }),
    ...respond(
      removeCalendar,
      () => {
        calendars = [];
        return { status: 204 };
      },
      { slug, id },
    ),
  });
  await renderInRouter(<CalendarsPanel slug={slug} />);
  return sent;
}

test('a pasted address is read, and then the row says what came', async () => {
  const sent = await show([]);
  const field = await screen.findByLabelText('Dirección del calendario');
  await userEvent.type(field, 'webcal://calendar.example.org/a.ics');
  await userEvent.selectOptions(screen.getByLabelText('Categoría de sus actividades'), 'Ambiente');
  await userEvent.click(screen.getByRole('button', { name: 'Ver qué trae' }));
  const found = await screen.findByRole('heading', { name: '14 actividades, 3 se repiten, 2 sin lugar' });
  expect(document.activeElement).toBe(found);
  expect(screen.getByText('Siembra')).toBeTruthy();
  expect(screen.getByText('Y 13 más.')).toBeTruthy();
  expect(screen.getByText('Todavía de ningún calendario.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Traer sus actividades' }));
  expect(await screen.findByText('Lo estamos leyendo…')).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe('');
  expect(await screen.findByText('14 actividades, 3 se repiten, 2 sin lugar')).toBeTruthy();
  expect(screen.getByText('Leído hace un momento. Lo leemos cada hora.')).toBeTruthy();
  const { body } = sent.findLast(({ method }) => method === 'POST') ?? {};
  expect(body).toEqual({ url: 'webcal://calendar.example.org/a.ics', category: 'ambiente' });
});

test.each([
  [400, 'VALIDATION', ['La dirección debe ser de un servidor público de internet']],
  [409, 'CONFLICT', 'El colectivo ya lee este calendario'],
])('an address that the server rejects with %i is marked at its field', async (status, code, message) => {
  declareResponses({
    ...respond(listCalendars, { body: [] }, { slug }),
    ...respond(previewCalendar, { body: preview }, { slug }),
    ...respond(createCalendar, { status, body: { message, code } } as never, { slug }),
  });
  await renderInRouter(<CalendarsPanel slug={slug} />);
  const field = await screen.findByLabelText('Dirección del calendario');
  await userEvent.type(field, 'https://localhost/a.ics');
  await userEvent.click(screen.getByRole('button', { name: 'Ver qué trae' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Traer sus actividades' }));
  expect(await screen.findByText([message].flat()[0] ?? '')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('an address that leads to no calendar says so at its field, and another one is read anew', async () => {
  const error = 'La dirección no lleva a un calendario (.ics): la línea 1 no es BEGIN:VCALENDAR';
  let reply: CalendarPreview = { summary: null, error, first: [] };
  declareResponses({
    ...respond(listCalendars, { body: [] }, { slug }),
    ...respond(previewCalendar, () => ({ body: reply }), { slug }),
  });
  await renderInRouter(<CalendarsPanel slug={slug} />);
  const field = await screen.findByLabelText('Dirección del calendario');
  await userEvent.type(field, 'https://example.org/a');
  await userEvent.click(screen.getByRole('button', { name: 'Ver qué trae' }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  reply = preview;
  await userEvent.type(field, '.ics');
  await userEvent.click(screen.getByRole('button', { name: 'Ver qué trae' }));
  expect(await screen.findByRole('button', { name: 'Traer sus actividades' })).toBeTruthy();
  // The preview belongs to the address that was read.
  await userEvent.type(field, 'x');
  expect(screen.getByRole('button', { name: 'Ver qué trae' })).toBeTruthy();
  expect(screen.queryByText('Siembra')).toBeNull();
});

test.each([
  ['Dejarlas', 'keep', 'Ya no leemos calendar.example.org: sus actividades se quedan'],
  ['Quitarlas', 'remove', 'Ya no leemos calendar.example.org, y quitamos sus actividades'],
])('stops reading a calendar, and asks what becomes of its activities: %s', async (label, choice, text) => {
  const sent = await show([read]);
  await userEvent.click(await screen.findByRole('button', { name: 'Dejar de leer: calendar.example.org' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dejar de leer calendar.example.org' }));
  await userEvent.click(dialog.getByRole('radio', { name: new RegExp(`^${label}`) }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dejar de leer' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('Todavía de ningún calendario.')).toBeTruthy();
  const removed = sent.find(({ method }) => method === 'DELETE');
  expect(removed?.query.activities).toBe(choice);
});

test('what vanished from the calendar goes here too only if an organiser says so', async () => {
  const sent = await show([{ ...read, vanished: 8 }]);
  expect(await screen.findByText(/^El calendario ya no tiene 8 actividades/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Quitarlas también aquí' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Quitarlas' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.query.vanished).toBe('remove'));
});

test('a calendar that fails says why, and is read again on press', async () => {
  const sent = await show([{ ...read, state: 'failed', error: 'El calendario tiene más de 2 MB' }]);
  expect(await screen.findByText(/^El calendario tiene más de 2 MB\. Lo intentamos /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leer ahora: calendar.example.org' }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
});

test('activities that were edited here are named, with what stays', async () => {
  const edits: CalendarSummary['edits'] = [{ activityId: id, title: 'Siembra', fields: ['title', 'when'] }];
  const summary = { activities: 14, series: 3, withoutPlace: 2, leftOut: 0, beyondLimit: 0, edits };
  await show([{ ...read, edited: 1, summary }]);
  const edited = within(await screen.findByRole('list', { name: 'Editadas aquí' }));
  expect(edited.getByRole('link', { name: 'Siembra' }).getAttribute('href')).toBe(`/actividades/${id}`);
  expect(edited.getByText(': título, fecha y hora')).toBeTruthy();
});

test('five calendars are the most', async () => {
  await show(Array.from({ length: 5 }, (_, at) => ({ ...read, _id: id.replace(/1$/, String(at)) })));
  expect(await screen.findByText(/^El colectivo ya tiene 5 calendarios/)).toBeTruthy();
  expect(screen.queryByLabelText('Dirección del calendario')).toBeNull();
});
