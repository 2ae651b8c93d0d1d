/** Whether the browser knows passkeys: it does in secure contexts (HTTPS and localhost). */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether the browser suggests passkeys in the field of the e-mail. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
