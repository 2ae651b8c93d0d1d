import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { aCollective, aMember, anActivity, aUser, deactivate, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../test/sent-emails.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { teamInvitations, teamMembers } from './schema.ts';
import { sweepInvitations } from './service.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
type Headers = Record<string, string>;
const DAY_MS = 24 * 3_600_000;
const password = 'secreta-larga';
const passwordHash = await cheapHash(password);
const LAST_OWNER = { status: 409, code: 'LAST_OWNER' };
const FORBIDDEN = { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };

beforeEach(() => app.setNow(NOON));

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  headers: Headers = {},
  payload?: object,
  on = app,
) => on.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });

/** Creates a collective or an activity and returns its owner and the paths of its team. */
async function aTeam(kind: 'collective' | 'activity') {
  const { user, headers } = await signedIn(db);
  if (kind === 'collective') {
    const { id, slug, name } = await aCollective(db, { ownerId: user.id });
    const path = `/collectives/${slug}`;
    return {
      id,
      name,
      user,
      headers,
      invite: `${path}/invitations`,
      invitations: `${path}/invitations`,
      members: `${path}/members`,
    };
  }
  const { id, title: name } = await anActivity(db, { ownerId: user.id });
  const path = `/tasks/${id}`;
  return {
    id,
    name,
    user,
    headers,
    invite: `${path}/organizers`,
    invitations: `${path}/invitations`,
    members: `${path}/organizers`,
  };
}

const tokenIn = (text: string | undefined) => /invitacion\?token=(\S+)/.exec(text ?? '')?.[1] ?? '';
const tokenTo = async (email: string) => tokenIn((await emailsTo(db, email)).at(-1)?.text);
const accept = (token: string, headers: Headers) => send('POST', '/invitations/accept', headers, { token });
const roleOf = async (teamId: string, userId: string) =>
  (
    await db
      .select()
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)))
  )[0]?.role;

describe.each(['collective', 'activity'] as const)('an invitation to a %s', kind => {
  it('goes by e-mail, is listed, and makes its address a member by a press', async () => {
    const team = await aTeam(kind);
    const guest = await signedIn(db);
    const reply = await send('POST', team.invite, team.headers, {
      email: ` ${guest.user.email.toUpperCase()} `,
      role: 'door',
    });
    expect([reply.statusCode, reply.json()]).toEqual([
      201,
      {
        _id: expect.any(String),
        email: guest.user.email,
        role: 'door',
        createdAt: NOON.toISOString(),
        expiresAt: new Date(NOON.getTime() + 7 * DAY_MS).toISOString(),
      },
    ]);
    expect((await send('GET', team.invitations, team.headers)).json()).toEqual([reply.json()]);
    const [email] = await emailsTo(db, guest.user.email);
    expect(email?.subject).toBe(
      kind === 'collective'
        ? 'Te invitan a un colectivo en Minga'
        : `Te invitan a recibir en la puerta de una actividad${WHEN}`,
    );
    const token = tokenIn(email?.text);
    const offer = await send('POST', '/invitations/read', {}, { token });
    expect(offer.json()).toMatchObject({ kind, name: team.name, role: 'door' });
    expect(await roleOf(team.id, guest.user.id)).toBeUndefined();
    const accepted = await accept(token, guest.headers);
    expect([accepted.statusCode, accepted.json()]).toEqual([200, offer.json()]);
    expect((await send('GET', team.members, guest.headers)).json()).toContainEqual({
      user: { _id: guest.user.id, username: guest.user.username },
      role: 'door',
    });
    expect((await send('GET', team.invitations, team.headers)).json()).toEqual([]);
    expect(errorOf(await accept(token, guest.headers))).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
  });

  it('is for its address alone, and stays good for it', async () => {
    const team = await aTeam(kind);
    const [guest, other] = [await signedIn(db), await signedIn(db)];
    await send('POST', team.invite, team.headers, { email: guest.user.email, role: 'organizer' });
    const token = await tokenTo(guest.user.email);
    expect(errorOf(await accept(token, other.headers))).toMatchObject({ status: 403, code: 'WRONG_ACCOUNT' });
    expect(errorOf(await accept(token, {}))).toMatchObject({ status: 401 });
    expect(await roleOf(team.id, other.user.id)).toBeUndefined();
    expect((await accept(token, guest.headers)).statusCode).toBe(200);
  });

  it('ends after seven days, by withdrawal, and by a newer one to the same address', async () => {
    const team = await aTeam(kind);
    const guest = await signedIn(db);
    const invite = (role = 'door') =>
      send('POST', team.invite, team.headers, { email: guest.user.email, role });
    await invite();
    const first = await tokenTo(guest.user.email);
    await invite('organizer');
    const second = await tokenTo(guest.user.email);
    expect((await accept(first, guest.headers)).statusCode).toBe(400);
    const [pending] = (await send('GET', team.invitations, team.headers)).json();
    expect(pending.role).toBe('organizer');
    expect((await send('DELETE', `${team.invitations}/${pending._id}`, team.headers)).statusCode).toBe(204);
    expect(errorOf(await send('DELETE', `${team.invitations}/${pending._id}`, team.headers))).toMatchObject({
      status: 404,
    });
    expect((await accept(second, guest.headers)).statusCode).toBe(400);
    await invite();
    const third = await tokenTo(guest.user.email);
    app.setNow(new Date(NOON.getTime() + 7 * DAY_MS));
    expect(errorOf(await send('POST', '/invitations/read', {}, { token: third }))).toMatchObject({
      code: 'INVALID_TOKEN',
    });
    await sweepInvitations(app.platform);
    expect(await db.$count(teamInvitations, eq(teamInvitations.teamId, team.id))).toBe(0);
  });

  it('has one winner when it is accepted many times at once', async () => {
    const team = await aTeam(kind);
    const guest = await signedIn(db);
    await send('POST', team.invite, team.headers, { email: guest.user.email, role: 'door' });
    const token = await tokenTo(guest.user.email);
    const replies = await concurrently(8, () => accept(token, guest.headers));
    expect(tally(replies)).toEqual({ 200: 1, 400: 7 });
  });

  it('is limited to 20 a day for an account and 3 for an address, and carries the name as inert text', async () => {
    const { user, headers } = await signedIn(limited.platform.db);
    const collective = await aCollective(limited.platform.db, {
      ownerId: user.id,
      name: 'Visita ganga.example',
    });
    const activity = await anActivity(limited.platform.db, {
      ownerId: user.id,
      title: 'Visita ganga.example',
    });
    const path =
      kind === 'collective'
        ? `/collectives/${collective.slug}/invitations`
        : `/tasks/${activity.id}/organizers`;
    const invite = (email: string) => send('POST', path, headers, { email, role: 'door' }, limited);
    const same = await concurrently(4, () => invite(`${kind}@example.org`));
    expect(tally(same)).toEqual({ 201: 3, 429: 1 });
    const others = await concurrently(18, index => invite(`otra${index}@example.org`));
    expect(tally(others)).toEqual({ 201: 16, 429: 2 });
    const [email] = await emailsTo(limited.platform.db, `${kind}@example.org`);
    expect(email?.subject).not.toContain('ganga');
    expect(email?.text).toContain('Visita ganga . example');
  });

  it('counts the 3 invitations of an address from all accounts', async () => {
    const invitedBy = async () => {
      const { user, headers } = await signedIn(limited.platform.db);
      const team = { ownerId: user.id };
      const path =
        kind === 'collective'
          ? `/collectives/${(await aCollective(limited.platform.db, team)).slug}/invitations`
          : `/tasks/${(await anActivity(limited.platform.db, team)).id}/organizers`;
      return send('POST', path, headers, { email: `todos-${kind}@example.org`, role: 'door' }, limited);
    };
    expect(tally(await concurrently(4, invitedBy))).toEqual({ 201: 3, 429: 1 });
  });

  it.each([
    [{ email: 'x', role: 'door' }, 'Correo electrónico no válido'],
    [{ email: 'a@example.org', role: 'jefe' }, /^El rol debe ser/],
    [{ role: 'door' }, 'El correo electrónico es requerido'],
  ])('rejects %j', async (payload, sentence) => {
    const team = await aTeam(kind);
    const error = errorOf(await send('POST', team.invite, team.headers, payload));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect((error.message as string[])[0]).toMatch(sentence);
  });

  it('is for those who manage the team', async () => {
    const team = await aTeam(kind);
    for (const role of ['organizer', 'door'] as const) {
      const { headers, user } = await signedIn(db);
      await aMember(db, { teamId: team.id, userId: user.id, role });
      const payload = { email: 'a@example.org', role: 'door' };
      expect(errorOf(await send('POST', team.invite, headers, payload))).toEqual(FORBIDDEN);
      expect(errorOf(await send('GET', team.invitations, headers))).toEqual(FORBIDDEN);
      expect((await send('GET', team.members, headers)).statusCode).toBe(200);
      const change = await send('PATCH', `${team.members}/${user.id}`, headers, { role: 'organizer' });
      expect(errorOf(change)).toEqual(FORBIDDEN);
    }
  });

  it('does not go to oneself', async () => {
    const team = await aTeam(kind);
    const reply = await send('POST', team.invite, team.headers, { email: team.user.email, role: 'door' });
    expect(errorOf(reply)).toMatchObject({ status: 400, message: ['Ya haces parte: invita a otra persona'] });
  });

  it('goes with the team, and with the account of its address', async () => {
    const [team, other] = [await aTeam(kind), await aTeam(kind)];
    const guest = await signedIn(db, { passwordHash });
    for (const { invite, headers } of [team, other])
      await send('POST', invite, headers, { email: guest.user.email, role: 'door' });
    const data = await app.inject({ url: '/api/auth/data', headers: guest.headers });
    expect(data.json().invitations).toMatchObject([{ kind, role: 'door' }, {}]);
    const path = kind === 'collective' ? team.invite.replace('/invitations', '') : `/tasks/${team.id}`;
    expect((await send('DELETE', path, team.headers)).statusCode).toBe(204);
    expect(await db.$count(teamInvitations, eq(teamInvitations.email, guest.user.email))).toBe(1);
    await send('DELETE', '/auth/account', guest.headers, { password, confirmation: 'ELIMINAR' });
    expect(await db.$count(teamInvitations, eq(teamInvitations.email, guest.user.email))).toBe(0);
  });
});

describe('an invitation counts only while its inviter may invite', () => {
  const collectiveOf = (id: string) => eq(collectives.id, id);
  /** Creates an invitation to a team whose collective has another owner, who can change the inviter's role. */
  async function invited(kind: 'collective' | 'activity' | 'activity of a collective') {
    const [inviter, other, author, guest] = await Promise.all([
      signedIn(db, { passwordHash }),
      signedIn(db),
      signedIn(db),
      signedIn(db),
    ]);
    const collective = await aCollective(db, { ownerId: other.user.id });
    await aMember(db, { teamId: collective.id, userId: inviter.user.id, role: 'owner' });
    const activity = await anActivity(
      db,
      kind === 'activity'
        ? { ownerId: inviter.user.id }
        : { ownerId: author.user.id, collectiveId: collective.id },
    );
    const isCollective = kind === 'collective';
    const path = isCollective ? `/collectives/${collective.slug}` : `/tasks/${activity.id}`;
    const invite = `${path}/${isCollective ? 'invitations' : 'organizers'}`;
    const payload = { email: guest.user.email, role: 'organizer' };
    expect((await send('POST', invite, inviter.headers, payload)).statusCode).toBe(201);
    const token = await tokenTo(guest.user.email);
    const teamId = isCollective ? collective.id : activity.id;
    const manager = kind === 'collective' ? other : kind === 'activity' ? inviter : author;
    const listed = async () =>
      (await send('GET', `${path}/invitations`, manager.headers)).json() as { email: string }[];
    return { inviter, other, author, guest, collective, activity, token, teamId, listed };
  }
  type Invited = Awaited<ReturnType<typeof invited>>;

  const removed = ({ collective, inviter, other }: Invited) =>
    send('DELETE', `/collectives/${collective.slug}/members/${inviter.user.id}`, other.headers);
  const lowered = ({ collective, inviter, other }: Invited) =>
    send('PATCH', `/collectives/${collective.slug}/members/${inviter.user.id}`, other.headers, {
      role: 'organizer',
    });
  const left = ({ collective, inviter }: Invited) =>
    send('DELETE', `/collectives/${collective.slug}/members/${inviter.user.id}`, inviter.headers);
  const inactive = ({ inviter }: Invited) => deactivate(db, inviter.user.id);
  const gone = ({ inviter }: Invited) =>
    send('DELETE', '/auth/account', inviter.headers, { password, confirmation: 'ELIMINAR' });
  const closed = ({ collective }: Invited) =>
    db.update(collectives).set({ status: 'inactive' }).where(collectiveOf(collective.id));
  const moved = ({ activity }: Invited) =>
    db.update(activities).set({ collectiveId: null }).where(eq(activities.id, activity.id));
  const handedOver = ({ activity, other }: Invited) =>
    db.update(activities).set({ ownerId: other.user.id }).where(eq(activities.id, activity.id));

  it.each<[Parameters<typeof invited>[0], string, (site: Invited) => Promise<unknown>]>([
    ['collective', 'is removed', removed],
    ['collective', 'loses the role', lowered],
    ['collective', 'leaves', left],
    ['collective', 'is deactivated', inactive],
    ['collective', 'deletes the account', gone],
    ['collective', 'has a deactivated collective', closed],
    ['activity', 'is deactivated', inactive],
    ['activity', 'is not its author any more', handedOver],
    ['activity of a collective', 'is removed', removed],
    ['activity of a collective', 'loses the role', lowered],
    ['activity of a collective', 'is deactivated', inactive],
    ['activity of a collective', 'deletes the account', gone],
    ['activity of a collective', 'has a deactivated collective', closed],
    ['activity of a collective', 'has lost the activity to none', moved],
  ])('to a %s: not when the inviter %s', async (kind, _what, end) => {
    const site = await invited(kind);
    await end(site);
    const read = await send('POST', '/invitations/read', {}, { token: site.token });
    for (const reply of [read, await accept(site.token, site.guest.headers)])
      expect(errorOf(reply)).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    expect(await roleOf(site.teamId, site.guest.user.id)).toBeUndefined();
    if (end !== closed || kind !== 'collective') {
      const listed = await site.listed();
      expect(Array.isArray(listed) ? listed : []).toEqual([]);
    }
  });

  it.each(['collective', 'activity', 'activity of a collective'] as const)(
    'to a %s: again when the inviter is back, and for one role among several',
    async kind => {
      const site = await invited(kind);
      const { inviter, guest } = site;
      await inactive(site);
      expect((await accept(site.token, guest.headers)).statusCode).toBe(400);
      await db.update(users).set({ isActive: true }).where(eq(users.id, inviter.user.id));
      expect((await accept(site.token, guest.headers)).statusCode).toBe(200);
    },
  );

  it('and one that another organiser sends in its place is theirs', async () => {
    const site = await invited('collective');
    const { collective, guest, other } = site;
    const payload = { email: guest.user.email, role: 'door' };
    await send('POST', `/collectives/${collective.slug}/invitations`, other.headers, payload);
    await removed(site);
    expect(await site.listed()).toMatchObject([{ email: guest.user.email, role: 'door' }]);
    expect((await accept(await tokenTo(guest.user.email), guest.headers)).statusCode).toBe(200);
  });
});

it('an activity gets no owner by invitation, neither by a call nor in the database', async () => {
  const team = await aTeam('activity');
  const reply = await send('POST', team.invite, team.headers, { email: 'a@example.org', role: 'owner' });
  expect(errorOf(reply)).toMatchObject({ status: 400, message: ['El rol debe ser «organizer» o «door»'] });
  const { id: userId } = await aUser(db);
  await expect(aMember(db, { teamId: team.id, userId, role: 'owner' })).rejects.toMatchObject({
    cause: { constraint: 'team_members_activity_owner' },
  });
});

it('accepting keeps the stronger role', async () => {
  const team = await aTeam('collective');
  const guest = await signedIn(db);
  await aMember(db, { teamId: team.id, userId: guest.user.id, role: 'organizer' });
  for (const [role, expected] of [
    ['door', 'organizer'],
    ['owner', 'owner'],
    ['organizer', 'owner'],
  ] as const) {
    await send('POST', team.invite, team.headers, { email: guest.user.email, role });
    await accept(await tokenTo(guest.user.email), guest.headers);
    expect(await roleOf(team.id, guest.user.id)).toBe(expected);
  }
});

describe('the members of a collective', () => {
  it('change roles by an owner, leave by themselves, and unknown ones are 404', async () => {
    const team = await aTeam('collective');
    const [ana, luis] = [await signedIn(db), await signedIn(db)];
    for (const { user } of [ana, luis]) await aMember(db, { teamId: team.id, userId: user.id, role: 'door' });
    const changed = await send('PATCH', `${team.members}/${ana.user.id}`, team.headers, {
      role: 'organizer',
    });
    expect(changed.json()).toEqual({
      user: { _id: ana.user.id, username: ana.user.username },
      role: 'organizer',
    });
    expect(errorOf(await send('DELETE', `${team.members}/${luis.user.id}`, ana.headers))).toEqual(FORBIDDEN);
    expect((await send('DELETE', `${team.members}/${luis.user.id}`, luis.headers)).statusCode).toBe(204);
    expect(errorOf(await send('GET', team.members, luis.headers))).toEqual(FORBIDDEN);
    expect(errorOf(await send('DELETE', `${team.members}/${luis.user.id}`, team.headers))).toMatchObject({
      status: 404,
    });
    const list = await send('GET', `${team.members}?limit=1`, team.headers);
    expect([list.headers['x-total-count'], list.json()]).toMatchObject(['2', [{ role: 'owner' }]]);
  });

  it('include an owner, whatever happens at once', async () => {
    const team = await aTeam('collective');
    expect(errorOf(await send('DELETE', `${team.members}/${team.user.id}`, team.headers))).toMatchObject(
      LAST_OWNER,
    );
    const demotion = await send('PATCH', `${team.members}/${team.user.id}`, team.headers, { role: 'door' });
    expect(errorOf(demotion)).toMatchObject(LAST_OWNER);
    const owners = [team, ...(await Promise.all(Array.from({ length: 5 }, () => signedIn(db))))];
    for (const { user } of owners.slice(1))
      await aMember(db, { teamId: team.id, userId: user.id, role: 'owner' });
    const replies = await Promise.all(
      owners.map(({ user, headers }) => send('DELETE', `${team.members}/${user.id}`, headers)),
    );
    expect(tally(replies)).toEqual({ 204: 5, 409: 1 });
    expect(await db.$count(teamMembers, eq(teamMembers.teamId, team.id))).toBe(1);
  });
});

describe('the account of the last owner', () => {
  const remove = (headers: Headers) =>
    send('DELETE', '/auth/account', headers, { password, confirmation: 'ELIMINAR' });

  it('hands the collective over to its oldest organiser with an active account, who is told', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const { id, name } = await aCollective(db, { ownerId: user.id });
    // Created in another order than that in which they join.
    const [newest, oldest] = [await aUser(db), await aUser(db)];
    const inactive = await aUser(db, { isActive: false });
    const days = [inactive, oldest, newest].entries();
    for (const [index, { id: userId }] of days)
      await aMember(db, {
        teamId: id,
        userId,
        role: 'organizer',
        joinedAt: new Date(NOON.getTime() + index * DAY_MS),
      });
    await aMember(db, { teamId: id, userId: (await aUser(db)).id, role: 'door', joinedAt: new Date(0) });
    expect((await remove(headers)).statusCode).toBe(204);
    expect(await roleOf(id, oldest.id)).toBe('owner');
    expect(await roleOf(id, newest.id)).toBe('organizer');
    const [email] = await emailsTo(db, oldest.email);
    expect(email?.text).toContain(`«${name}»`);
  });

  it('takes the collective along without an organiser, not the activities of others', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const { id } = await aCollective(db, { ownerId: user.id });
    await aMember(db, { teamId: id, userId: (await aUser(db)).id, role: 'door' });
    const activity = await anActivity(db, { collectiveId: id });
    expect((await remove(headers)).statusCode).toBe(204);
    expect(await db.select().from(collectives).where(eq(collectives.id, id))).toEqual([]);
    expect((await app.inject(`/api/tasks/${activity.id}`)).json().collective).toBeNull();
  });

  it('takes the collective along if another owner leaves at the same time', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const other = await aUser(db);
    const { id } = await aCollective(db, { ownerId: user.id });
    await aMember(db, { teamId: id, userId: other.id, role: 'owner' });
    const deletion = await db.transaction(async tx => {
      await tx.delete(teamMembers).where(eq(teamMembers.userId, other.id));
      const reply = (async () => (await remove(headers)).statusCode)();
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
      return { reply };
    });
    expect(await deletion.reply).toBe(204);
    expect(await db.$count(collectives, eq(collectives.id, id))).toBe(0);
  });

  it('changes nothing where there is another owner', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const { id } = await aCollective(db, { ownerId: user.id });
    const other = await aUser(db);
    await aMember(db, { teamId: id, userId: other.id, role: 'owner' });
    expect((await remove(headers)).statusCode).toBe(204);
    expect(
      await db.select({ userId: teamMembers.userId }).from(teamMembers).where(eq(teamMembers.teamId, id)),
    ).toEqual([{ userId: other.id }]);
  });
});
