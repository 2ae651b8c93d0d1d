import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TOASTS_MAX } from '../lib/toasts.ts';
import { colorSchemeManager } from '../theme/color-scheme.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

interface Props {
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Notifications
        position="bottom-center"
        limit={TOASTS_MAX}
        transitionDuration={180}
        aria-live="polite"
      />
    </MantineProvider>
  );
}
