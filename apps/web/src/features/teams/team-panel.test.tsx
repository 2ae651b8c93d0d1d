import {
  changeMember,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '@minga/contract/collective-fields';
import { getCollective, listCollectives } from '@minga/contract/collectives';
import type { Member, TeamRole } from '@minga/contract/teams';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  maria,
  type Responses,
  respond,
  signedIn,
} from '../../../test/server.ts';

const { slug } = aCollective();
const params = { slug };
const luz = '0199aaaa-0000-7000-8000-000000000002';
const members: Member[] = [
  { user: { _id: maria._id, username: maria.username }, role: 'owner' },
  { user: { _id: luz, username: 'Luz Dary' }, role: 'door' },
];
const waiting = {
  _id: '01980000-0000-7000-8000-000000000001',
  email: 'ana@example.org',
  role: 'organizer',
  createdAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-12-01T15:00:00.000Z',
} as const;

function show(myRole: TeamRole | null = 'owner', responses: Responses = {}) {
  const own = members.map(member =>
    member.user._id === maria._id && myRole ? { ...member, role: myRole } : member,
  );
  const sent = declareResponses({
    ...signedIn(),
    ...respond(getCollective, { body: aCollective({ myRole }) }, params),
    ...respond(listCollectives, { body: [], total: 0 }),
    ...respond(listMembers, { body: own, total: own.length }, params),
    ...respond(listInvitations, { body: [waiting], total: 1 }, params),
    ...responses,
  });
  return { ...renderApp(`/colectivos/${slug}/equipo`), sent };
}

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('an owner sees everybody with what they may do, and the invitations with their expiry', async () => {
  show();
  const [own, other] = await rows('Quiénes hacen parte');
  expect(own?.textContent).toContain('María Chocué (tú)');
  expect(other?.textContent).toContain('Registra a quienes llegan');
  const [invitation] = await rows('Invitaciones');
  expect(invitation?.textContent).toContain('ana@example.org');
  expect(invitation?.textContent).toContain('Organiza');
  expect(invitation?.textContent).toContain('Vence el martes, 1 de diciembre de 2026, 10:00');
});

test('others see who is in it, and may only leave', async () => {
  show('door');
  const [own, other] = await rows('Quiénes hacen parte');
  expect(within(own as HTMLElement).getByRole('button', { name: 'Retirarme' })).toBeTruthy();
  expect(within(other as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Invitaciones' })).toBeNull();
});

test('strangers do not see the team', async () => {
  show(null);
  expect(await screen.findByText('Solo lo ven quienes hacen parte de él.')).toBeTruthy();
});

test('a role is changed, and said', async () => {
  const { sent } = show(
    'owner',
    respond(
      changeMember,
      { body: { user: { _id: luz, username: 'Luz Dary' }, role: 'organizer' } },
      { slug, userId: luz },
    ),
  );
  const select = await screen.findByRole('combobox', { name: 'Qué puede hacer Luz Dary' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Administra todo', 'Organiza', 'Recibe en la puerta']);
  await userEvent.selectOptions(select, 'Organiza');
  expect(await screen.findByText('Luz Dary: Organiza')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ role: 'organizer' });
});

test('the last owner is told what to do first, before a question', async () => {
  const { sent } = show();
  await press('Retirarme');
  expect(await screen.findByText(/^Eres la única persona que administra este colectivo\./)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('an owner who has become the last one is told what to do first', async () => {
  const two = members.map(member => ({ ...member, role: 'owner' as const }));
  show('owner', {
    ...respond(listMembers, { body: two, total: 2 }, params),
    ...respond(removeMember, errorResponse(409, 'Es la última', 'LAST_OWNER'), { slug, userId: maria._id }),
  });
  await press('Retirarme');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Retirarte?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Retirarme' }));
  expect(await dialog.findByText(/^Eres la única .* Primero dale ese rol a alguien más/)).toBeTruthy();
});

test('a member is removed after a confirmation', async () => {
  let isIn = true;
  const left = () => (isIn ? members : members.slice(0, 1));
  const { sent } = show('owner', {
    ...respond(listMembers, () => ({ body: left(), total: left().length }), params),
    ...respond(
      removeMember,
      () => {
        isIn = false;
        return { status: 204 };
      },
      { slug, userId: luz },
    ),
  });
  await press('Quitar a Luz Dary');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Quitar a esta persona?' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  expect(dialog.getByText(/ya no podrá recibir/).parentElement?.textContent).toBe(
    'Luz Dary ya no podrá recibir en las actividades del colectivo.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar' }));
  expect(await screen.findByText('Luz Dary ya no hace parte')).toBeTruthy();
  expect(sent.filter(({ path }) => path.endsWith('/members')).length).toBe(2);
  // The row has left with its button.
  await waitFor(() => expect(screen.queryByText('Luz Dary')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retirarme' })));
});

test('who leaves goes to the list', async () => {
  const { router } = show('door', respond(removeMember, { status: 204 }, { slug, userId: maria._id }));
  await press('Retirarme');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Retirarme' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/colectivos'));
});

test('invites an address to a role', async () => {
  const { sent } = show(
    'owner',
    respond(inviteMember, { body: { ...waiting, email: 'rosa@example.org' } }, params),
  );
  await press('Invitar a alguien');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitar a alguien' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar invitación' }));
  expect(await dialog.findByText('El correo electrónico es requerido')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Correo electrónico' }), 'Rosa@example.org');
  await userEvent.click(dialog.getByRole('radio', { name: /Recibe en la puerta/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar invitación' }));
  expect(await screen.findByText('Enviamos la invitación a rosa@example.org')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    email: 'rosa@example.org',
    role: 'door',
  });
});

test('asks about a mistyped domain before a person is invited', async () => {
  show('owner', {});
  await press('Invitar a alguien');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitar a alguien' }));
  const field = dialog.getByRole('textbox', { name: 'Correo electrónico' });
  await userEvent.type(field, 'rosa@gmial.com');
  await userEvent.tab();
  await userEvent.click(dialog.getByRole('button', { name: 'gmail.com' }));
  expect(field).toHaveProperty('value', 'rosa@gmail.com');
});

test('too many invitations are explained in the dialog', async () => {
  show('owner', respond(inviteMember, errorResponse(429, 'Demasiadas invitaciones.'), params));
  await press('Invitar a alguien');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitar a alguien' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Correo electrónico' }), 'rosa@example.org');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar invitación' }));
  expect(await dialog.findByText(/Se pueden enviar 20 invitaciones al día/)).toBeTruthy();
});

test('an invitation is withdrawn', async () => {
  const { sent } = show(
    'owner',
    respond(withdrawInvitation, { status: 204 }, { slug, invitationId: waiting._id }),
  );
  await press('Retirar la invitación a ana@example.org');
  expect(await screen.findByText(/su enlace ya no sirve/)).toBeTruthy();
  expect(sent.filter(({ path }) => path.endsWith('/invitations')).length).toBe(2);
});
