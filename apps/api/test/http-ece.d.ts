declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Decryption {
    version: 'aes128gcm';
    privateKey: ECDH;
    /** Base64url. */
    authSecret: string;
  }
  const ece: { decrypt(body: Buffer, options: Decryption): Buffer };
  export default ece;
}
