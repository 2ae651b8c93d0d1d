import type { Picture } from '@minga/contract/picture';
import type { images } from './schema.ts';

/** Path prefix of `image-routes.ts`. */
export const IMAGES_PATH = '/imagenes';

/** The JPEG for link previews in messengers and social networks, some of which do not support WebP. */
export const PREVIEW_FILE = 'og.jpg';
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export type Format = 'webp' | 'avif';

/** File name of the version that is `width` pixels wide. */
export const versionFile = (width: number, format: Format = 'webp'): string => `${width}.${format}`;

/** All file names that an image may have. */
export const versionFiles = (widths: readonly number[]): string[] => [
  ...widths.flatMap(width => [versionFile(width), versionFile(width, 'avif')]),
  PREVIEW_FILE,
];

/** Path of a version without the origin; `width` is one of the image's `widths`. */
export const imageUrl = (id: string, width: number): string => `${IMAGES_PATH}/${id}/${versionFile(width)}`;

/** URL of the link preview of the image whose version is at `imageUrl`. */
export const previewImageUrl = (imageUrl: string): string => imageUrl.replace(/[^/]+$/, PREVIEW_FILE);

type Stored = Pick<
  typeof images.$inferSelect,
  'id' | 'width' | 'height' | 'widths' | 'hasAvif' | 'placeholder'
>;

/** The fields of an object with this image: the URL of the largest version, and the description of all versions. */
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
