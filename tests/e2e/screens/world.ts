import { setTimeout as wait } from 'node:timers/promises';
import { type Product, startProduct } from '../../../scripts/product.ts';
import { readLetter } from '../mailbox.ts';
import type { Caller } from '../people.ts';
import { administer } from './administered.ts';
import { browserOf, guestBrowser, type Kept, memberBrowser } from './browsers.ts';
import { call, joined, newCaller, publish, publishAll, signedIn } from './callers.ts';
import { cast, guest, neighbours, others, visitors, type Who } from './cast.ts';
import { guadalupeAhead, luisAhead, ownerAhead, past } from './community.ts';
import { BEGINNING, NOW } from './fixed-times.ts';

type Ids<Activities> = Readonly<Record<keyof Activities, string>>;

/** A product with a small community in it, the same each time. */
export interface World {
  readonly url: string;
  /** Ids of activities; `past` are the owner's, the latest last. */
  readonly own: Ids<typeof ownerAhead>;
  readonly past: readonly [string, string];
  readonly luis: Ids<typeof luisAhead>;
  readonly guadalupe: Ids<typeof guadalupeAhead>;
  /** Addresses of mailed links, with their tokens. */
  readonly links: Readonly<Record<'myAttendance' | 'unsubscribe', string>>;
  readonly browsers: Readonly<Record<Who, Kept>>;
  stop(): Promise<void>;
}

/** Starts the built product with the clock of the pictures, and fills it by calls alone: some ten seconds. */
export async function buildWorld(): Promise<World> {
  const product = await startProduct({
    NODE_OPTIONS: `--import=${new URL('still-clock.ts', import.meta.url).href}`,
    MINGA_MOMENTS: [BEGINNING, NOW].join(','),
    SUPERADMIN_EMAIL: cast.superadmin.email,
    SUPERADMIN_PASSWORD: cast.superadmin.password,
    LOG_LEVEL: 'error',
  });
  const { url } = product;
  try {
    const pastIds = await begin(url);
    await goOn(product);
    return { url, past: pastIds, ...(await fill(url)), stop: () => product.stop() };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** Three weeks ago: who was there, and what is past by now. */
async function begin(url: string): Promise<[string, string]> {
  const owner = await joined(url, cast.owner);
  const luis = await joined(url, neighbours.luis);
  for (const member of [cast.user, ...others.slice(0, 2)]) await joined(url, member);
  const { river, snack, seeds } = past;
  const ids: [string, string] = [await publish(owner, river, 1), await publish(owner, snack, 2)];
  await publish(luis, seeds, 3);
  for (const name of visitors.slice(0, 6)) await confirm(url, ids[0], name);
  for (const name of visitors.slice(3, 7)) await confirm(url, ids[1], name);
  return ids;
}

/** Moves the product's clock to the present. */
async function goOn({ url, pid }: Product): Promise<void> {
  process.kill(pid, 'SIGUSR2');
  const itsTime = async () => Date.parse((await fetch(`${url}/healthz`)).headers.get('date') ?? '');
  while ((await itsTime()) !== Date.parse(NOW)) await wait(20);
}

/** The present: what is to come, who comes, and what those who administer think of it. */
async function fill(url: string): Promise<Omit<World, 'url' | 'past' | 'stop'>> {
  const owner = await signedIn(url, cast.owner);
  const user = await signedIn(url, cast.user);
  const guadalupe = await joined(url, neighbours.guadalupe);
  const newcomer = await joined(url, cast.newcomer);
  for (const member of others.slice(2)) await joined(url, member);
  const ids = {
    own: await publishAll(owner, ownerAhead),
    luis: await publishAll(await signedIn(url, neighbours.luis), luisAhead),
    guadalupe: await publishAll(guadalupe, guadalupeAhead),
  };
  const approved = [ids.own.planting, ids.luis.pot, ids.luis.reading, ids.guadalupe.gathering];
  const { admin, superadmin } = await administer(url, { approved, rejected: ids.own.stall });
  await call(guadalupe, 'DELETE', `/tasks/${ids.guadalupe.wrongly}`);

  const marleny = await newCaller(url);
  await confirmAs(marleny, ids.luis.pot, guest.name, guest.email);
  await confirm(url, ids.own.planting, visitors[0]);
  // Now, while they are on the mailbox's first page.
  const links = {
    myAttendance: await mailedLink(marleny, guest.email, 'Vas a asistir', 'mi-asistencia'),
    unsubscribe: await mailedLink(owner, cast.owner.email, `${visitors[0]} asistirá`, 'dejar-correos'),
  };
  for (const taskId of approved) await confirmAs(user, taskId, cast.user.username, cast.user.email);
  for (const name of visitors.slice(1)) await confirm(url, ids.own.planting, name);
  for (const name of visitors.slice(4, 7)) await confirm(url, ids.luis.reading, name);
  await call(user, 'POST', '/notifications', { task: ids.luis.pot, daysBefore: 1 });
  await call(user, 'POST', '/notifications', { task: ids.guadalupe.gathering, daysBefore: 3 });
  const { password } = cast.user;
  await call(user, 'POST', '/auth/email-change', { email: 'yesenia.nueva@example.org', password });

  // She signed in on another phone, too.
  await signedIn(url, cast.owner);
  const members = { owner, user, newcomer, admin, superadmin };
  return {
    ...ids,
    links,
    browsers: {
      ...(await browsersOf(url, members)),
      guest: await guestBrowser(url, marleny, guest.email, ids.luis.pot),
      visitor: await browserOf(url, await newCaller(url)),
    },
  };
}

async function browsersOf(url: string, callers: Record<keyof typeof cast, Caller>) {
  const made = Object.entries(cast).map(async ([who, member]) => [
    who,
    await memberBrowser(url, callers[who as keyof typeof cast], member),
  ]);
  return Object.fromEntries(await Promise.all(made)) as Record<keyof typeof cast, Kept>;
}

/** Somebody without an account, in a browser that nobody looks through. */
async function confirm(url: string, taskId: string, name: string): Promise<void> {
  const visitor = await newCaller(url);
  const letters = name
    .normalize('NFD')
    .replaceAll(/[^a-z ]/gi, '')
    .toLowerCase();
  const email = `${letters.split(' ').slice(0, 2).join('.')}@example.org`;
  await confirmAs(visitor, taskId, name, email);
  await visitor.request.dispose();
}

const confirmAs = (caller: Caller, taskId: string, name: string, email: string) =>
  call(caller, 'POST', '/attendances/confirm', { taskId, name, email });

async function mailedLink(caller: Caller, email: string, subject: string, path: string): Promise<string> {
  const letter = await readLetter(caller, email, subject);
  const [link] = new RegExp(`/${path}\\?token=[\\w.-]+`).exec(letter) ?? [];
  if (link === undefined) throw new Error(`the letter '${subject}' has no link to ${path}`);
  return link;
}
