import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EmbedRenderer, LegalRenderer, SsrRenderer } from '@minga/contract/server-rendering';
import type { Landing } from './landing-service.ts';

/** The landing page's renderer: apps/web/src/app/landing/render-landing.tsx, built. */
export interface LandingRenderer {
  /** The content of the document's body. */
  renderLanding(landing: Landing, timeZone: string): string;
}

/** Loads a module of the built web app in `folder`. */
export const loadSsrRenderer = (folder: string): Promise<SsrRenderer> => load(folder, 'entry-server.js');
export const loadLandingRenderer = (folder: string): Promise<LandingRenderer> => load(folder, 'landing.js');
export const loadEmbedRenderer = (folder: string): Promise<EmbedRenderer> => load(folder, 'embed.js');
export const loadLegalRenderer = (folder: string): Promise<LegalRenderer> => load(folder, 'legal.js');

const load = async <Module>(folder: string, name: string): Promise<Module> =>
  (await import(pathToFileURL(join(folder, 'server', name)).href)) as Module;
