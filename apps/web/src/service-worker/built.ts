declare const MINGA_FILES: readonly string[];
declare const MINGA_VERSION: string;

/** The paths of the app's code, styles, fonts and drawings; apps/web/service-worker.ts writes them into the worker. */
export const files = MINGA_FILES;

/** Another one for each build that differs. */
export const version = MINGA_VERSION;
