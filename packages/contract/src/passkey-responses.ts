import * as z from 'zod/mini';

// This file is separate from the calls of passkeys, since a response also confirms the identity of a session's owner.

const INCOMPLETE = 'La respuesta de tu dispositivo no está completa';

const base64url = (characters: number) =>
  z.string(INCOMPLETE).check(z.regex(/^[\w-]+$/, INCOMPLETE), z.maxLength(characters, INCOMPLETE));

/** WebAuthn limits the id of a credential to 1023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(4000);
export const credentialType = z.literal('public-key', INCOMPLETE);
const transports = z
  .array(z.string(INCOMPLETE).check(z.regex(/^[a-z-]{1,20}$/, INCOMPLETE)), INCOMPLETE)
  .check(z.maxLength(8, INCOMPLETE));

/** The result of the browser's `navigator.credentials.create` as JSON, without its unused fields. */
export const attestation = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: credentialType,
    response: z.object(
      { clientDataJSON, attestationObject: base64url(40_000), transports: z.optional(transports) },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
);
export type Attestation = z.infer<typeof attestation>;

/** The result of the browser's `navigator.credentials.get`, as JSON. */
export const assertion = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: credentialType,
    response: z.object(
      {
        clientDataJSON,
        authenticatorData: base64url(4000),
        signature: base64url(8000),
        /** Some browsers send null. */
        userHandle: z.optional(z.nullable(base64url(90))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
);
export type Assertion = z.infer<typeof assertion>;
