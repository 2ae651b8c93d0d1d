import type { Attendance } from '@minga/contract/attendance';
import { expect } from '@playwright/test';
import type { ApiClient } from '../accounts.ts';
import { readEmail } from '../mailbox.ts';
import { startTestProduct } from '../test-product.ts';
import {
  guadalupeUpcoming,
  luisUpcoming,
  ownerSeries,
  ownerUpcoming,
  pastActivities,
} from './activity-fixtures.ts';
import { advanceClock, fixedClock } from './advance-clock.ts';
import { call, createMemberClient, newApiClient, publish, publishAll, signInClient } from './api-clients.ts';
import { drawnPicture } from './drawn-picture.ts';
import { COMMUNITY_START, NOW } from './fixed-times.ts';
import { setUpAdministration } from './set-up-administration.ts';
import { setUpHolds } from './set-up-holds.ts';
import { checkHalfIn, writeMemory } from './set-up-past.ts';
import {
  guestStorageState,
  memberStorageState,
  type StorageState,
  storageStateOf,
} from './storage-states.ts';
import {
  accountHolders,
  guest,
  otherMembers,
  otherOrganisers,
  type Viewer,
  visitorNames,
} from './viewers.ts';

type Ids<Activities> = Readonly<Record<keyof Activities, string>>;

/** A running product with the same small community in every run. */
export interface SiteFixture {
  readonly url: string;
  /** Ids of activities. `past` are the owner's, the latest last. */
  readonly own: Ids<typeof ownerUpcoming>;
  readonly past: readonly [string, string];
  readonly luis: Ids<typeof luisUpcoming>;
  readonly guadalupe: Ids<typeof guadalupeUpcoming>;
  /** Id of the owner's held activity. */
  readonly held: string;
  /** The slug of the owner's collective, which the user follows. */
  readonly collective: string;
  /** Id of the first occurrence of the collective's series. */
  readonly series: string;
  /** Paths of links from e-mails, with their tokens. */
  readonly links: Readonly<Record<'myAttendance' | 'unsubscribe', string>>;
  readonly storageStates: Readonly<Record<Viewer, StorageState>>;
  stop(): Promise<void>;
}

/** Starts the built product with the fixed clock and fills it through the API. Takes about ten seconds. */
export async function buildSiteFixture(): Promise<SiteFixture> {
  const product = await startTestProduct({
    ...fixedClock(COMMUNITY_START, NOW),
    SUPERADMIN_EMAIL: accountHolders.superadmin.email,
    SUPERADMIN_PASSWORD: accountHolders.superadmin.password,
    // The database's clock, which dates the start of recording, is not the fixed one.
    BACKUP_ALARM_HOURS: '8760',
    LOG_LEVEL: 'error',
  });
  const { url } = product;
  try {
    const pastIds = await createPast(url);
    await advanceClock(product, NOW);
    return { url, past: pastIds, ...(await createPresent(url, pastIds)), stop: () => product.stop() };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** Creates the first accounts and the activities that are past by now, three weeks ago. */
async function createPast(url: string): Promise<[string, string]> {
  const owner = await createMemberClient(url, accountHolders.owner);
  const luis = await createMemberClient(url, otherOrganisers.luis);
  for (const member of [accountHolders.user, ...otherMembers.slice(0, 2)])
    await createMemberClient(url, member);
  const { river, snack, seeds } = pastActivities;
  const ids: [string, string] = [await publish(owner, river, 1), await publish(owner, snack, 2)];
  await publish(luis, seeds, 3);
  for (const name of visitorNames.slice(0, 6)) await confirm(url, ids[0], name);
  for (const name of visitorNames.slice(3, 7)) await confirm(url, ids[1], name);
  return ids;
}

/** Creates the upcoming activities, their attendees and the admins' decisions. */
async function createPresent(
  url: string,
  [cleaned, snack]: SiteFixture['past'],
): Promise<Omit<SiteFixture, 'url' | 'past' | 'stop'>> {
  const owner = await signInClient(url, accountHolders.owner);
  const user = await signInClient(url, accountHolders.user);
  const guadalupe = await createMemberClient(url, otherOrganisers.guadalupe);
  const newcomer = await createMemberClient(url, accountHolders.newcomer);
  for (const member of otherMembers.slice(2)) await createMemberClient(url, member);
  const ids = {
    held: await setUpHolds(url),
    own: await publishAll(owner, ownerUpcoming),
    luis: await publishAll(await signInClient(url, otherOrganisers.luis), luisUpcoming),
    guadalupe: await publishAll(guadalupe, guadalupeUpcoming),
  };
  const approved = [ids.own.planting, ids.luis.pot, ids.luis.reading, ids.guadalupe.gathering];
  const collective = await createCollective(owner);
  await writeMemory(owner, cleaned);
  await checkHalfIn(owner, snack);
  const series = await publishForCollective(owner, collective._id, ids.own);
  const { admin, superadmin } = await setUpAdministration(url, {
    verified: collective._id,
    approved,
    series,
    rejected: ids.own.stall,
  });
  await call(guadalupe, 'DELETE', `/tasks/${ids.guadalupe.wrongly}`);

  const marleny = await newApiClient(url);
  const party = await confirmAs(marleny, ids.luis.pot, guest.name, guest.email);
  await confirm(url, ids.own.planting, visitorNames[0]);
  // Reads them while they are on the first page of the mailbox.
  const links = {
    myAttendance: await mailedLink(marleny, guest.email, 'Vas a una actividad', 'mi-asistencia'),
    // 'X va' or 'Novedades de asistencia': the e-mail gathers what was confirmed until it is sent.
    unsubscribe: await mailedLink(
      owner,
      accountHolders.owner.email,
      /va: Siembra|Novedades de asistencia/,
      'dejar-correos',
    ),
  };
  for (const taskId of approved)
    await confirmAs(user, taskId, accountHolders.user.username, accountHolders.user.email);
  for (const name of visitorNames.slice(1)) await confirm(url, ids.own.planting, name);
  for (const name of visitorNames.slice(4, 7)) await confirm(url, ids.luis.reading, name);
  await call(user, 'POST', '/notifications', { task: ids.luis.pot, daysBefore: 1 });
  await call(user, 'POST', '/notifications', { task: ids.guadalupe.gathering, daysBefore: 3 });
  await call(user, 'PUT', `/collectives/${collective.slug}/follow`, { mail: 'diario' });
  const { password } = accountHolders.user;
  await call(user, 'POST', '/auth/email-change', { email: 'yesenia.nueva@example.org', password });

  // The owner has a second session.
  await signInClient(url, accountHolders.owner);
  const members = { owner, user, newcomer, admin, superadmin };
  return {
    ...ids,
    collective: collective.slug,
    series,
    links,
    storageStates: {
      ...(await storageStatesOf(url, members)),
      guest: await guestStorageState(url, marleny, party),
      visitor: await storageStateOf(url, await newApiClient(url)),
    },
  };
}

/** A collective with a picture and an unanswered invitation. */
async function createCollective(owner: ApiClient): Promise<{ _id: string; slug: string }> {
  const response = await owner.request.post('/api/collectives', {
    multipart: {
      name: 'Guardianas del río Molino',
      description: 'Vecinas y vecinos del centro que limpiamos la orilla y sembramos nativas.',
      place: 'Popayán',
      website: 'https://riomolino.example.org',
      image: await drawnPicture('river', 7),
    },
  });
  expect(response.status()).toBe(201);
  const collective = (await response.json()) as { _id: string; slug: string };
  await call(owner, 'POST', `/collectives/${collective.slug}/invitations`, {
    email: 'marleny@example.org',
    role: 'organizer',
  });
  return collective;
}

/** Publishes a series for the collective, attaches one of the owner's activities to it, and returns the first occurrence's id. */
async function publishForCollective(
  owner: ApiClient,
  collectiveId: string,
  { cinema: cinemaId }: Ids<typeof ownerUpcoming>,
): Promise<string> {
  const { scene: _scene, ...cinema } = ownerUpcoming.cinema;
  await call(owner, 'PUT', `/tasks/${cinemaId}`, { ...cinema, collectiveId });
  const response = await owner.request.post('/api/tasks', {
    multipart: {
      ...ownerSeries.fields,
      collectiveId,
      repeat: JSON.stringify(ownerSeries.repeat),
      image: await drawnPicture('trees', 11),
    },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { _id: string })._id;
}

async function storageStatesOf(url: string, clients: Record<keyof typeof accountHolders, ApiClient>) {
  const states = Object.entries(accountHolders).map(async ([viewer, member]) => [
    viewer,
    await memberStorageState(url, clients[viewer as keyof typeof accountHolders], member),
  ]);
  return Object.fromEntries(await Promise.all(states)) as Record<keyof typeof accountHolders, StorageState>;
}

/** Confirms from a new browser without an account. */
async function confirm(url: string, taskId: string, name: string): Promise<void> {
  const visitor = await newApiClient(url);
  const ascii = name
    .normalize('NFD')
    .replaceAll(/[^a-z ]/gi, '')
    .toLowerCase();
  const email = `${ascii.split(' ').slice(0, 2).join('.')}@example.org`;
  await confirmAs(visitor, taskId, name, email);
  await visitor.request.dispose();
}

const confirmAs = async (client: ApiClient, taskId: string, name: string, email: string) =>
  (await call(client, 'POST', '/attendances/confirm', { taskId, name, email })) as Attendance;

async function mailedLink(
  client: ApiClient,
  email: string,
  subject: string | RegExp,
  path: string,
): Promise<string> {
  const text = await readEmail(client, email, subject);
  const [link] = new RegExp(`/${path}\\?token=[\\w.-]+`).exec(text) ?? [];
  if (link === undefined) throw new Error(`the e-mail '${subject}' has no link to ${path}`);
  return link;
}
