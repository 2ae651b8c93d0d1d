import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import type { CurrentSite } from '../src/platform/site/current-site.ts';

/** The identity of a site that has set none. */
export const defaultSite: Site = {
  ...DEFAULT_SITE,
  logoUrl: null,
  contactEmail: null,
  contactPhone: null,
  isConfigured: false,
};

/** A cache of the identity for tests of a part of the app. */
export const fixedSite = (site: Site = defaultSite): CurrentSite => ({
  current: () => site,
  refresh: async () => undefined,
  pending: () => null,
});
