declare const MINGA_FILES: { readonly url: string; readonly revision: string | null }[];
declare const MINGA_VERSION: string;

/** The app's code, styles, fonts and drawings; apps/web/service-worker.ts writes them into the worker. */
export const manifest = MINGA_FILES;
export const files: readonly string[] = manifest.map(({ url }) => url);

/** Differs between builds. */
export const version = MINGA_VERSION;
