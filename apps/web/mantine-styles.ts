import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from './src/theme/theme.ts';

const MODULE = 'virtual:mantine-styles.css';
const FILE = join(import.meta.dirname, 'mantine-styles.css');
const STYLE_TAG = /<\/?style[^>]*>/g;

/**
 * Provides the theme's CSS variables and global classes as `virtual:mantine-styles.css`. MantineProvider would compute the
 * same text on each start, and on the server for each page.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  resolveId: {
    filter: { id: /^virtual:mantine-styles\.css$/ },
    handler: id => (id === MODULE ? FILE : null),
  },
  load: {
    filter: { id: /[/\\]mantine-styles\.css$/ },
    handler: () =>
      renderToStaticMarkup(
        createElement(MantineProvider, { theme, cssVariablesResolver, defaultColorScheme: 'auto' }),
      ).replaceAll(STYLE_TAG, ''),
  },
};
