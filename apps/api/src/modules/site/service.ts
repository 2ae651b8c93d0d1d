import { DEFAULT_SITE, LOGO_BYTES_MAX, type Site, type SiteChange, type SiteMap } from '@minga/contract/site';
import { v7 } from 'uuid';
import type { Executor } from '../../platform/database/connection.ts';
import { tooLarge } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { imageUrl } from '../../platform/images/picture.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Settings } from '../../settings.ts';
import { publicStatuses } from '../activities/policy.ts';
import { findPublicPositions } from '../activities/queries.ts';
import { recordActions } from '../administration/audit-service.ts';
import { findSite, isLogo, lockSite, type SiteRow, upsertSite } from './repository.ts';
import { mapOf } from './rules.ts';

type SiteSettings = Pick<Settings, 'siteName' | 'sitePlace' | 'contactEmail' | 'contactPhone'>;

/** The identity of a site whose superadmin has set none. */
export const configuredSite = ({ siteName, sitePlace, contactEmail, contactPhone }: SiteSettings): Site => ({
  ...DEFAULT_SITE,
  name: siteName ?? DEFAULT_SITE.name,
  place: sitePlace ?? DEFAULT_SITE.place,
  logoUrl: null,
  contactEmail,
  contactPhone,
  isConfigured: siteName !== null || sitePlace !== null,
});

/** The site's identity: each field as it was set, else as the settings say, else its default (docs/rules.md R25.1). */
export async function readSite(db: Executor, settings: SiteSettings): Promise<Site> {
  const configured = configuredSite(settings);
  const row = await findSite(db);
  if (row === null) return configured;
  const { name, place, tagline, colour, logoId, logoWidth } = row;
  return {
    ...configured,
    name: name ?? configured.name,
    place: place ?? configured.place,
    tagline: tagline ?? configured.tagline,
    colour: colour ?? configured.colour,
    logoUrl: logoId === null || logoWidth === null ? null : imageUrl(logoId, logoWidth),
    isConfigured: configured.isConfigured || name !== null || place !== null,
  };
}

const FIELDS = ['name', 'place', 'tagline', 'colour'] as const;

/**
 * Changes the site's identity and logs the names of the changed fields. Processes follow with their next request. Throws 413 if the logo
 * is too large, and other errors as `Images.save` does.
 */
export async function changeSite(
  platform: Platform,
  { user }: Session,
  { logo, ...change }: SiteChange,
  file: Buffer | null,
): Promise<Site> {
  const { db, clock, images, site } = platform;
  if (file !== null && file.length > LOGO_BYTES_MAX)
    throw tooLarge('El logo pesa demasiado: elige una imagen de máximo 1 MB.');
  const newLogoId = file === null ? null : (await images.save(file, user.id)).id;
  const isLogoReplaced = newLogoId !== null || logo === null;
  await db.transaction(async tx => {
    const { logoWidth: _logoWidth, ...before } = (await lockSite(tx)) ?? NONE;
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: Omit<SiteRow, 'version' | 'updatedAt'> = {
      ...before,
      ...given,
      ...(isLogoReplaced && { logoId: newLogoId }),
    };
    const fields = [
      ...FIELDS.filter(name => after[name] !== before[name]),
      ...(after.logoId === before.logoId ? [] : ['logo']),
    ];
    if (fields.length === 0) return;
    if (newLogoId !== null) await images.claim(tx, newLogoId);
    const at = clock();
    const version = v7();
    await upsertSite(tx, { ...after, version, updatedAt: at });
    if (isLogoReplaced && before.logoId !== null) await images.discard(tx, [before.logoId]);
    await recordActions(tx, [
      {
        actorId: user.id,
        at,
        action: 'site.update',
        targetType: 'site',
        targetId: version,
        details: { fields },
      },
    ]);
  });
  await site.refresh();
  return site.current();
}

const NONE = { name: null, place: null, tagline: null, colour: null, logoId: null, logoWidth: null };

/** The logo is public; every other image is not the site's. */
export const logoAudience = async (
  { db }: Pick<Platform, 'db'>,
  imageId: string,
): Promise<'public' | 'none'> => ((await isLogo(db, imageId)) ? 'public' : 'none');

/** The number of activities, the newest first, whose positions say where a site is. */
const POSITIONS = 500;

/** The point at which maps start, and the rectangle that the ground of the map should cover (docs/rules.md R25.4). */
export async function readSiteMap({ db, settings, site }: Platform): Promise<SiteMap> {
  const positions = await findPublicPositions(db, publicStatuses(settings.moderation), POSITIONS);
  return mapOf(positions, { place: site.current().place, country: settings.phoneCountry });
}
