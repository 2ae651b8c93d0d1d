import type { Limit } from '../../platform/limits/limits.ts';

/** Not in COMMUNITY.md: slugs are never used again, so an account should not take many. */
export const collectivesByAccount: Limit = {
  name: 'collective-account',
  times: 20,
  seconds: 24 * 60 * 60,
  reason: 'Hoy ya creaste muchos colectivos.',
};
