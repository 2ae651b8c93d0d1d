export interface CodeSet {
  readonly name: string;
  readonly files: readonly string[];
}

declare const MINGA_FILES: { readonly url: string; readonly revision: string | null }[];
declare const MINGA_CODE_SETS: readonly CodeSet[];
declare const MINGA_NEVER_CACHED: readonly string[];
declare const MINGA_VERSION: string;

/**
 * The shell, the screens of visitors, styles, fonts and drawings, which are cached at the installation. apps/web/service-worker.ts
 * writes them into the worker.
 */
export const manifest = MINGA_FILES;
export const files: readonly string[] = manifest.map(({ url }) => url);

/** The code that a page asks for (apps/web/precached-code.ts). */
export const codeSets = MINGA_CODE_SETS;

/** Hashed files that only the browser's HTTP cache stores. */
export const neverCached = MINGA_NEVER_CACHED;

/** Differs between builds. */
export const version = MINGA_VERSION;
