import type { Limit } from '../../platform/limits/limits.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

// Each call is counted by network address and by e-mail (docs/rules.md R2.9).
export const signInByOrigin: Limit = { name: 'login-origin', times: 30, seconds: MINUTE };
export const secondStepByOrigin: Limit = { name: 'second-step-origin', times: 30, seconds: MINUTE };
export const registerByOrigin: Limit = { name: 'register-origin', times: 20, seconds: HOUR };
export const registerByEmail: Limit = { name: 'register-email', times: 3, seconds: HOUR };
export const resetByOrigin: Limit = { name: 'reset-origin', times: 20, seconds: HOUR };
export const resetByEmail: Limit = { name: 'reset-email', times: 3, seconds: HOUR };
export const resendByOrigin: Limit = { name: 'resend-origin', times: 20, seconds: HOUR };
export const resendByEmail: Limit = { name: 'resend-email', times: 3, seconds: HOUR };

/** Limits all calls with passkeys: the sign-in screen requests a challenge at each visit, for the browser's autofill. */
export const passkeyByOrigin: Limit = { name: 'passkey-origin', times: 60, seconds: MINUTE };

// A change of address also sends e-mails.
export const emailChangeByOrigin: Limit = { name: 'email-change-origin', times: 20, seconds: HOUR };
export const emailChangeByEmail: Limit = { name: 'email-change-email', times: 3, seconds: HOUR };

/** Limits the calls of one API token, to ten a second on average. */
export const callsByToken: Limit = {
  name: 'api-token',
  times: 600,
  seconds: MINUTE,
  reason: 'Este token hizo demasiadas peticiones.',
};
