import { Button, Group } from '@mantine/core';
import { ApiError } from '../lib/api.ts';
import { EmptyState } from './empty-state.tsx';

interface Props {
  error: unknown;
  retry: () => void;
  /** The panel is the whole page: its heading is the page's h1. */
  isWholePage?: boolean;
}

const UNKNOWN = 'Algo falló de nuestro lado. No es culpa tuya y lo que ya guardaste sigue ahí.';

/** Shown when a screen fails to render: the cause, a retry button, and the request id to quote to support. */
export function ErrorPanel({ error, retry, isWholePage = false }: Props) {
  const text = error instanceof ApiError ? error.messages.join(' ') : UNKNOWN;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert">
      <EmptyState
        drawing="storm"
        title={isWholePage ? 'No pudimos mostrar esta página' : 'No pudimos mostrar esta parte'}
        text={text}
        order={isWholePage ? 1 : 2}
      >
        <Group justify="center">
          <Button onClick={retry}>Intentar de nuevo</Button>
          <Button component="a" href="/" variant="default">
            Ir al inicio
          </Button>
        </Group>
        {requestId && (
          <p>
            Si escribes pidiendo ayuda, menciona este código: <code>{requestId}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
