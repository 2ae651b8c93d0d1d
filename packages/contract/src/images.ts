// Limits of an upload. Without zod, since the image process loads only this file.
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 40e6;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;

export const IMAGE_TYPE_MESSAGE = 'Por favor selecciona solo archivos de imagen';
/** For images that cannot be read, such as HEIC. */
export const IMAGE_KIND_MESSAGE =
  'Ese tipo de imagen no se puede usar: sirven JPG, PNG, GIF, WebP y AVIF. Conviértela o toma la foto como JPG';
export const IMAGE_SIZE_MESSAGE = 'La imagen es demasiado grande. Máximo 5MB';

/** What to say of a media type that is not accepted: of photos, which kinds are; of drawings and documents, that it is no image. */
export const imageTypeMessage = (type = ''): string =>
  type.startsWith('image/') && type !== 'image/svg+xml' ? IMAGE_KIND_MESSAGE : IMAGE_TYPE_MESSAGE;
