/** Whether the browser knows passkeys: it does in secure contexts (HTTPS and localhost). */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Whether the browser suggests passkeys in the field of the e-mail. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

export interface NamedUser {
  displayName?: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  username?: string;
  email?: string;
}

/** The name to address a user by: the first non-blank candidate in the order of docs/rules.md R2.13. */
export function preferredName(user: NamedUser): string {
  const fullName = user.firstName && user.lastName ? `${user.firstName} ${user.lastName}` : '';
  const candidates = [
    user.displayName,
    user.name,
    fullName,
    user.username,
    capitalised(localPart(user.email)),
  ];
  return candidates.map(text => text?.trim() ?? '').find(text => text !== '') ?? 'Usuario';
}

const localPart = (email = ''): string => email.split('@')[0] ?? '';
const capitalised = (word: string): string => word.charAt(0).toLocaleUpperCase('es-CO') + word.slice(1);
