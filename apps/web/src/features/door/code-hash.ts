/** SHA-256 of a code's text in hexadecimal digits, as the door's list has it. Needs a secure context, which the camera needs too. */
export async function codeHash(code: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
