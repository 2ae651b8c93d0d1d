interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A multipart/form-data body for `inject`, in a browser's encoding. */
export const multipartOf = (fields: Record<string, string>, file: FormFile | null) =>
  formOf(Object.entries(fields), file === null ? [] : [file]);

/** The same with fields that are repeated and several files. */
export async function formOf(
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly FormFile[],
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const { name, bytes } of files) form.append(name, new Blob([Uint8Array.from(bytes)]), 'foto.png');
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}
