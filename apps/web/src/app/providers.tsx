import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toaster } from '../components/toaster.tsx';
import { colorSchemeManager, cssVariablesResolver, theme } from '../theme/theme.ts';

interface Props {
  queryClient: QueryClient;
  children: ReactNode;
  /** False where MantineStyles are in the document already. */
  hasStyles?: boolean;
}

const look = { theme, cssVariablesResolver, colorSchemeManager, defaultColorScheme: 'auto' } as const;

export function Providers({ queryClient, children, hasStyles = true }: Props) {
  return (
    <MantineProvider {...look} withCssVariables={hasStyles} withGlobalClasses={hasStyles}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Toaster />
    </MantineProvider>
  );
}

/** Mantine's variables and classes: a <style> for each, the same on every page. */
export const MantineStyles = () => <MantineProvider {...look} />;
