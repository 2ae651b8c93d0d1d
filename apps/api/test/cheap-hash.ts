import { hashPassword } from '../src/modules/accounts/password-service.ts';

/** A hash of another password at the least cost that Argon2 allows. */
const LEAST_COST = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA';

/** Hashes a test account's password. Sign-ins then cost a test under a millisecond, not 30. */
export const cheapHash = (password: string): Promise<string> => hashPassword(password, LEAST_COST);
