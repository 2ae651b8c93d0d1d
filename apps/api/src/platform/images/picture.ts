import type { Picture } from '@minga/contract/activities';
import type { images } from './schema.ts';
import { imageUrl } from './urls.ts';

type Stored = Pick<
  typeof images.$inferSelect,
  'id' | 'width' | 'height' | 'widths' | 'hasAvif' | 'placeholder'
>;

/** The fields of what has this image, or none: the URL of the largest version, and what describes the others. */
export const presentPicture = (stored: Stored | null): { image: string | null; picture: Picture | null } => ({
  image: stored && imageUrl(stored.id, stored.width),
  picture: stored && {
    width: stored.width,
    height: stored.height,
    widths: stored.widths,
    hasAvif: stored.hasAvif,
    placeholder: stored.placeholder,
  },
});
