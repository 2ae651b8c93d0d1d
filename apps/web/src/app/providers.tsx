import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toaster } from '../components/toaster.tsx';
import { colorSchemeManager, theme } from '../theme/theme.ts';

interface Props {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Mantine's variables and global classes are part of the style sheet (mantine-styles.ts). */
export const Providers = ({ queryClient, children }: Props) => (
  <MantineProvider
    theme={theme}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    <Toaster />
  </MantineProvider>
);
