/** The server stores pictures 1,280 pixels wide; a portrait is as much higher. */
const SIDE_MAX = 2000;
/** A smaller file takes no long upload. */
const BYTES_MIN = 600_000;
const QUALITY = 0.85;

/**
 * A photo scaled down before its upload: cameras take more pixels than the server stores, and most of their files exceed its limit.
 * Also removes where the photo was taken. Other pictures, and photos that the browser cannot read, stay as they are.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.type !== 'image/jpeg' || file.size < BYTES_MIN) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, file.type, QUALITY));
    return blob === null || blob.size >= file.size ? file : new File([blob], file.name, { type: file.type });
  } catch {
    return file;
  }
}
