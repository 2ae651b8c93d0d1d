// Limits of an upload. Without zod, since the image process loads only this file.
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 40e6;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export const IMAGE_TYPE_MESSAGE = 'Por favor selecciona solo archivos de imagen';
export const IMAGE_SIZE_MESSAGE = 'La imagen es demasiado grande. Máximo 5MB';
