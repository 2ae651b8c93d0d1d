import { v7 } from 'uuid';
import { federationFollowers, federationPeers } from '../modules/federation/schema.ts';
import { findSite, upsertSite } from '../modules/site/repository.ts';
import type { Platform } from '../platform/platform.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Gives the site the name of the demo community, unless the operator or the superadmin has named it. */
export async function addSite({ db, settings, site }: Platform, now: Date): Promise<void> {
  if (settings.siteName !== null || settings.sitePlace !== null || (await findSite(db)) !== null) return;
  await db.transaction(tx =>
    upsertSite(tx, {
      version: v7(),
      name: 'Minga Popayán',
      place: 'Popayán',
      tagline: 'Las mingas de la ciudad y sus veredas, en un solo lugar.',
      colour: null,
      logoId: null,
      updatedAt: now,
    }),
  );
  await site.refresh();
}

/** Servers in domains that do not exist (RFC 2606): two with followers, one of which fails, and a blocked one. */
const PEERS = [
  { host: 'social.popayan.example', software: 'mastodon', followers: ['lucia', 'corabastos'], lastDays: 1 },
  { host: 'mobilizon.cauca.example', software: 'mobilizon', followers: ['agenda'], failingDays: 2 },
  { host: 'ofertas.example', software: null, followers: [], isBlocked: true },
] as const;

/** Adds the servers that follow the site, which a site without `FEDERATION` never contacts. */
export async function addPeers({ db }: Platform, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 25 * DAY);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const rows = PEERS.map(peer => ({
    id: v7(),
    host: peer.host,
    software: peer.software,
    softwareCheckedAt: createdAt,
    isBlocked: 'isBlocked' in peer,
    lastSuccessAt: 'lastDays' in peer ? daysAgo(peer.lastDays) : null,
    failingSince: 'failingDays' in peer ? daysAgo(peer.failingDays) : null,
    createdAt,
  }));
  await db.transaction(async tx => {
    await tx.insert(federationPeers).values(rows);
    await tx.insert(federationFollowers).values(
      PEERS.flatMap(({ host, followers }, index) =>
        followers.map(name => {
          const actor = `https://${host}/users/${name}`;
          return {
            actor,
            peerId: rows[index]?.id ?? '',
            inbox: `${actor}/inbox`,
            keyId: `${actor}#main-key`,
            publicKey: '',
            followId: `${actor}#follows/1`,
            createdAt,
          };
        }),
      ),
    );
  });
}
