import { localStorageColorSchemeManager } from '@mantine/core';

/** Where the choice of the switch is kept; public/before-paint.js and public/landing.js read the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'minga.color-scheme' });
