import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE, IMAGE_TYPES, imageTypeMessage } from '@minga/contract/images';

/** Why this file is not a valid image, or null. The server inspects the content itself. */
export function imageError(file: File): string | null {
  // Some systems name no type for the photos of iPhones.
  const type = file.type === '' && /\.hei[cf]$/i.test(file.name) ? 'image/heic' : file.type;
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return imageTypeMessage(type);
  return file.size > IMAGE_BYTES_MAX ? IMAGE_SIZE_MESSAGE : null;
}
