import { getActivity } from '@minga/contract/activities';
import { NO_LOCATION_DETAILS } from '@minga/contract/location';
import { type PersonalAttendance, readPersonalLink } from '@minga/contract/personal-link';
import { downloadVisitorData, eraseVisitorData } from '@minga/contract/visitor-data';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aPersonalAttendance } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, type Responses, respond, visitor } from '../../../../test/server.ts';
import { remember, rememberedEmail } from '../remembered-attendances.ts';

const taskId = '0199bbbb-0000-7000-8000-000000000001';
const email = 'rosa@example.org';

const attendanceOn = (
  date: string,
  fields: Partial<Pick<PersonalAttendance, 'hours' | 'coversEmail'>> = {},
): PersonalAttendance =>
  aPersonalAttendance(
    {
      _id: taskId,
      title: 'Siembra',
      date,
      endDate: null,
      place: 'La Eme',
      ...NO_LOCATION_DETAILS,
      questions: [],
      needs: [],
      needsRequired: false,
      companionsMax: 0,
      chatUrl: null,
    },
    { name: 'Rosa', email, ...fields },
  );
const upcoming = attendanceOn('2099-12-05T14:00:00.000Z');
const CONFLICT = {
  status: 409,
  body: { message: 'Este correo tiene una cuenta en Minga.', code: 'CONFLICT' },
};

afterEach(() => vi.restoreAllMocks());

async function openFold(responses: Responses, attendance = upcoming) {
  const sent = declareResponses({
    ...visitor,
    ...respond(readPersonalLink, { body: attendance }),
    ...responses,
  });
  const app = renderApp('/mi-asistencia?token=abc');
  await userEvent.click(await screen.findByText('Tus datos'));
  await screen.findByText(/se borran solos 180 días después de la actividad/);
  return { sent, ...app };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('downloads a file with the data', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`);
  const body = { exportedAt: '2026-12-05T14:00:00.000Z', attendances: [{ name: 'Rosa' }], certificates: [] };
  const { sent } = await openFold(respond(downloadVisitorData, { body }));
  await press('Descargar mis datos');
  await expect.poll(() => files.length).toBe(1);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(body);
  expect(sent.at(-1)?.body).toEqual({ token: 'abc' });
});

test('says why the download failed', async () => {
  await openFold(respond(downloadVisitorData, CONFLICT));
  await press('Descargar mis datos');
  expect(await screen.findByText('Este correo tiene una cuenta en Minga.')).toBeTruthy();
});

test('erasing explains what goes and what stays, and forgets the attendance in the browser', async () => {
  remember(email, taskId, true);
  const { sent } = await openFold(respond(eraseVisitorData, { status: 204 }));
  await press('Borrar mis datos');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Borrar tus datos?' }));
  expect(dialog.getByText('Se borra:').parentElement?.textContent).toContain('con este correo');
  expect(dialog.getByText('Se cancela:')).toBeTruthy();
  expect(dialog.queryByText('Se retira:')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, borrar' }));
  await screen.findByRole('heading', { level: 1, name: 'Tus datos quedaron borrados' });
  expect(sent.filter(({ path }) => path.endsWith('/erase')).map(({ body }) => body)).toEqual([
    { token: 'abc' },
  ]);
  expect(rememberedEmail(taskId)).toBeNull();
});

test('of a past activity nothing is cancelled, and the certificate is withdrawn', async () => {
  const past = attendanceOn('2020-12-05T14:00:00.000Z', { hours: 3, coversEmail: false });
  await openFold(respond(getActivity, { body: anActivity({ _id: taskId }) }, { id: taskId }), past);
  await press('Borrar mis datos');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Se borra:').parentElement?.textContent).toContain('de este enlace');
  expect(dialog.queryByText('Se cancela:')).toBeNull();
  expect(dialog.getByText('Se retira:')).toBeTruthy();
});

test('an error stays in the dialog, and the data remains', async () => {
  await openFold(respond(eraseVisitorData, CONFLICT));
  await press('Borrar mis datos');
  await press('Sí, borrar');
  expect(await screen.findByText('Este correo tiene una cuenta en Minga.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a lost response counts as erased if the link is gone', async () => {
  let isErased = false;
  const gone = { status: 400, body: { message: 'Este enlace no es válido.', code: 'INVALID_TOKEN' } };
  await openFold({
    ...respond(readPersonalLink, () => (isErased ? gone : { body: upcoming })),
    ...respond(eraseVisitorData, () => {
      isErased = true;
      return { status: 502 };
    }),
  });
  await press('Borrar mis datos');
  await press('Sí, borrar');
  expect(await screen.findByText('Ya no guardamos tu nombre ni tu contacto')).toBeTruthy();
});
