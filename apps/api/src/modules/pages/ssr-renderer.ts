import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Activity, searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';
import type { Landing } from './landing-service.ts';

/** A screen as visitors see it first: what belongs into its root element, and what its code begins with, as JSON. */
export interface RenderedPage {
  readonly html: string;
  readonly data: string;
}

type Find = (search: QueryInput<typeof searchActivities>) => Promise<{ rows: Activity[]; total: number }>;

/** The web app's own screens, rendered here: apps/web/src/app/first-paint.tsx, built. Paths with their query. */
export interface SsrRenderer {
  /** Where the catalogue at this address is to be asked for instead, or null. */
  catalogueAddress(path: string): string | null;
  paintCatalogue(path: string, timeZone: string, find: Find): Promise<RenderedPage>;
  paintActivity(path: string, timeZone: string, activity: Activity): Promise<RenderedPage>;
  paintUnknownActivity(path: string, timeZone: string, isDeleted: boolean): Promise<RenderedPage>;
}

/** The landing page, rendered here: apps/web/src/app/landing/render-landing.tsx, built. */
export interface LandingRenderer {
  /** What belongs into the document's body. */
  renderLanding(landing: Landing, timeZone: string): string;
}

/** The web app is built with them. */
export const loadSsrRenderer = (folder: string): Promise<SsrRenderer> => load(folder, 'first-paint.js');
export const loadLandingRenderer = (folder: string): Promise<LandingRenderer> => load(folder, 'landing.js');

const load = async <Module>(folder: string, name: string): Promise<Module> =>
  (await import(pathToFileURL(join(folder, 'server', name)).href)) as Module;
