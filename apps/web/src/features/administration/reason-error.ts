/** The error of a reason; undefined if it can be sent. Counts code points, as the server does. */
export function reasonError(text: string, max: number, missing: string): string | undefined {
  const { length } = [...text.trim()];
  if (length === 0) return missing;
  return length > max ? `El motivo debe tener como máximo ${max} caracteres` : undefined;
}
