import type { Limit } from '../../platform/limits/limits.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

// docs/rules.md R2.9: each call is counted by network address and by e-mail.
export const signInByOrigin: Limit = { name: 'login-origin', times: 30, seconds: MINUTE };
export const secondStepByOrigin: Limit = { name: 'second-step-origin', times: 30, seconds: MINUTE };
export const registerByOrigin: Limit = { name: 'register-origin', times: 20, seconds: HOUR };
export const registerByEmail: Limit = { name: 'register-email', times: 3, seconds: HOUR };
export const resetByOrigin: Limit = { name: 'reset-origin', times: 20, seconds: HOUR };
export const resetByEmail: Limit = { name: 'reset-email', times: 3, seconds: HOUR };
export const resendByOrigin: Limit = { name: 'resend-origin', times: 20, seconds: HOUR };
export const resendByEmail: Limit = { name: 'resend-email', times: 3, seconds: HOUR };

/** Challenges: the sign-in screen requests one with each visit, for the browser's suggestions. */
export const passkeyByOrigin: Limit = { name: 'passkey-origin', times: 60, seconds: MINUTE };

// A change of address sends an e-mail too.
export const emailChangeByOrigin: Limit = { name: 'email-change-origin', times: 20, seconds: HOUR };
export const emailChangeByEmail: Limit = { name: 'email-change-email', times: 3, seconds: HOUR };

/** Of one API token: ten calls a second for a minute. */
export const callsByToken: Limit = {
  name: 'api-token',
  times: 600,
  seconds: MINUTE,
  reason: 'Este token hizo demasiadas peticiones.',
};
