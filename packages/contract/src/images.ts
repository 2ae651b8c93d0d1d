// The limits of an upload. This file does not import zod, since the image process loads it.
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 40e6;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;

export const IMAGE_TYPE_MESSAGE = 'Por favor selecciona solo archivos de imagen';
/** The message for images that cannot be decoded, such as HEIC. */
export const IMAGE_KIND_MESSAGE =
  'Ese tipo de imagen no se puede usar: sirven JPG, PNG, GIF, WebP y AVIF. Conviértela o toma la foto como JPG';
export const IMAGE_SIZE_MESSAGE = 'La imagen es demasiado grande. Máximo 5MB';

/** The message for a media type that is not accepted. For photos it names the accepted types; drawings and documents count as no image. */
export const imageTypeMessage = (type = ''): string =>
  type.startsWith('image/') && type !== 'image/svg+xml' ? IMAGE_KIND_MESSAGE : IMAGE_TYPE_MESSAGE;
