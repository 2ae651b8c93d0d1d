/** Where pictures are served; `image-routes.ts` answers there. */
export const IMAGES_PATH = '/imagenes';

/** The JPEG of 1200 × 630 that messengers and social networks show beside a link; not all of them take WebP. */
export const SHARED_FILE = 'og.jpg';
export const SHARED_WIDTH = 1200;
export const SHARED_HEIGHT = 630;

export type Format = 'webp' | 'avif';

/** The file of the version that is `width` pixels wide. */
export const versionFile = (width: number, format: Format = 'webp'): string => `${width}.${format}`;

/** All files that a picture may have. */
export const versionFiles = (widths: readonly number[]): string[] => [
  ...widths.flatMap(width => [versionFile(width), versionFile(width, 'avif')]),
  SHARED_FILE,
];

/** Path of a version, without the origin; `width` is one of the row's `widths`. */
export const imageUrl = (id: string, width: number): string => `${IMAGES_PATH}/${id}/${versionFile(width)}`;

/** Of the same picture as the version at `imageUrl`, the file for shared links. */
export const sharedImageUrl = (imageUrl: string): string => imageUrl.replace(/[^/]+$/, SHARED_FILE);
