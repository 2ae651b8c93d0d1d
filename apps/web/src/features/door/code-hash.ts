/** SHA-256 of a code's text in hexadecimal digits, as the door's list has it. Null outside a secure context, where only the server can tell. */
export async function codeHash(code: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(code));
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
