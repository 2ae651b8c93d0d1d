import { adminPassword } from '@minga/contract/accounts';

const PRODUCT = 'minga';
/** A shorter local part would occur in many good passwords. */
const LOCAL_PART_MIN = 4;
/** 'password2026!' is as easy to guess as 'password'. */
const AFFIX_MAX = 6;

export const COMMON_PASSWORD = 'Esa contraseña es de las más usadas. Elige otra.';
export const OBVIOUS_PASSWORD = 'La contraseña no puede llevar «minga» ni tu correo';

/** Why an account that administers must not have this password (CONTRACT.md section 6); null: it may. */
export async function adminPasswordProblem(password: string, email: string): Promise<string | null> {
  const { success, error } = adminPassword.safeParse(password);
  if (!success) return error.issues[0]?.message ?? null;
  const plain = password.normalize('NFKC').toLowerCase();
  const [localPart = ''] = email.toLowerCase().split('@');
  const isOwnEmail = localPart.length >= LOCAL_PART_MIN && plain.includes(localPart);
  if (plain.includes(PRODUCT) || isOwnEmail) return OBVIOUS_PASSWORD;
  return (await isCommon(plain)) ? COMMON_PASSWORD : null;
}

/** Is it among the 49,000 most common passwords, as it is or with up to six figures and signs around it? */
async function isCommon(password: string): Promise<boolean> {
  // Loaded at the first administrator's password, since few processes ever need the 400 kB.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common: readonly string[] = dictionary['passwords-common'];
  const word = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isAffixed = word !== '' && password.length - word.length <= AFFIX_MAX;
  return common.some(entry => entry === password || (isAffixed && entry === word));
}
