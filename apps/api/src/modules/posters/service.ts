import { buffer } from 'node:stream/consumers';
import type { Picture } from '@minga/contract/picture';
import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { versionFile } from '../../platform/images/picture.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { canManage, rolesIn } from '../activities/access-service.ts';
import { isPublic } from '../activities/policy.ts';
import { presentWhole } from '../activities/presenter.ts';
import { existingActivity, recordPoster, UNKNOWN_ACTIVITY } from '../activities/service.ts';
import { type PosterTexts, posterTexts } from './rules.ts';

const HOUR = 60 * 60;
/** For both files of all activities: drawing one takes up to a second of a core. */
const postersByOrigin: Limit = { name: 'poster', times: 30, seconds: HOUR };

/** The picture of an activity: the version that is large enough for paper. */
export interface PosterPicture {
  readonly id: string;
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export interface Poster {
  readonly id: string;
  readonly texts: PosterTexts;
  readonly picture: PosterPicture | null;
  readonly editedAt: Date;
  /** Records that the poster was taken, if the session is an organiser's. */
  readonly record: () => Promise<void>;
}

/**
 * The texts of the poster of an activity: as visitors see the activity, for everyone if it is public, otherwise for accounts that may manage
 * it (docs/rules.md R20.2). Rejects with 404, and with 429 after 30 posters an hour from `origin`, organisers' sessions excepted.
 */
export async function posterOfActivity(
  platform: Platform,
  activityId: string,
  session: Session | null,
  origin: string,
): Promise<Poster> {
  const { db, clock, limits, publicUrl, settings } = platform;
  const row = await existingActivity(db, activityId);
  const { activity } = row;
  const isManager = canManage(await rolesIn(db, session?.user.id ?? null, activity));
  const isShown =
    isPublic(activity.status, settings.moderation) || (isManager && activity.status !== 'rejected');
  if (!isShown) throw notFound(UNKNOWN_ACTIVITY);
  // An API token is no session: its calls count, and what a program takes may never hang on a wall.
  const isOrganiser = isManager && session?.tokenScope === undefined;
  if (!isOrganiser) await limits.count(postersByOrigin, origin);
  const now = clock();
  const shown = presentWhole(row, null, now);
  return {
    id: activity.id,
    texts: posterTexts(shown, { now, timeZone: settings.timeZone, publicUrl }),
    picture: row.image && shown.picture && versionFor(row.image.id, shown.picture),
    editedAt: activity.updatedAt,
    record: async () => {
      if (isOrganiser) await recordPoster(platform, activity.id, activity);
    },
  };
}

/** The width of a picture across an A4 page at 158 pixels per inch. */
const PICTURE_WIDTH = 1300;

function versionFor(id: string, { widths, width, height }: Picture): PosterPicture {
  const sorted = widths.toSorted((one, other) => one - other);
  const version = sorted.find(one => one >= PICTURE_WIDTH) ?? sorted.at(-1) ?? width;
  return { id, file: versionFile(version), width, height };
}

/** The file of a picture, or null if it is missing. Throws 503 if the store is unavailable. */
export async function readPicture(
  { images }: Pick<Platform, 'images'>,
  { id, file }: PosterPicture,
): Promise<Buffer | null> {
  const stored = await images.read(id, file);
  return stored === null ? null : buffer(await stored.open());
}
