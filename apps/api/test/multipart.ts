/** A multipart/form-data body for `inject`, in a browser's encoding. */
export async function multipartOf(
  fields: Record<string, string>,
  file: { name: string; bytes: Buffer } | null,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== null) form.append(file.name, new Blob([Uint8Array.from(file.bytes)]), 'foto.png');
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}
