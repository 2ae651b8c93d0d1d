import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { colorSchemeManager, theme } from './theme.ts';

const getRootElement = () => document.documentElement;

/**
 * Does for Mantine's components what MantineProvider does, without its code that computes CSS variables and global classes: they are
 * part of the style sheet (mantine-styles.ts), and `respectReducedMotion` is an attribute of index.html.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager: colorSchemeManager,
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    getRootElement,
  });
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme,
      getRootElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
