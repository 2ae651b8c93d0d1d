/** Checks the signature in the receiver, with Node.js. */
export const verificationExample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: la cabecera Minga-Signature; body: el cuerpo, tal como llegó
function isFromMinga(header, body, secret) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || Math.abs(Date.now() / 1000 - t) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}`;
