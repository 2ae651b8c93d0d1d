import { Button, Group } from '@mantine/core';
import { isNoConnection } from '../../lib/offline/is-unreached.ts';
import { ApiError } from '../../lib/server/api.ts';
import { useOnline } from '../use-online.ts';
import { EmptyState } from './empty-state.tsx';

interface Props {
  error: unknown;
  retry: () => void;
  /** The panel is the whole page: its heading is the page's h1. */
  isWholePage?: boolean;
}

const UNKNOWN = 'Algo falló de nuestro lado. No es culpa tuya y lo que ya guardaste sigue ahí.';

const FAILED = { page: 'No pudimos mostrar esta página', part: 'No pudimos mostrar esta parte' };
const NOT_STORED = {
  page: 'No tienes conexión y esta página no está en tu dispositivo',
  part: 'No tienes conexión y esta parte no está en tu dispositivo',
};
const ONLY_OPENED =
  'Sin internet solo se puede leer lo que ya abriste aquí. Cuando tengas conexión, toca «Intentar de nuevo».';

/** Shown when a screen fails to render: the cause, a retry button, and the request id to quote to support. */
export function ErrorPanel({ error, retry, isWholePage = false }: Props) {
  const isOnline = useOnline();
  const isNotStored = isNoConnection(error) && !isOnline;
  const text = error instanceof ApiError ? error.messages.join(' ') : UNKNOWN;
  const part = isWholePage ? 'page' : 'part';
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert">
      <EmptyState
        drawing="storm"
        title={isNotStored ? NOT_STORED[part] : FAILED[part]}
        text={isNotStored ? ONLY_OPENED : text}
        order={isWholePage ? 1 : 2}
      >
        <Group justify="center">
          <Button onClick={retry}>Intentar de nuevo</Button>
          <Button component="a" href="/" variant="default">
            Ir al inicio
          </Button>
        </Group>
        {requestId && (
          <p className="spaced">
            Si escribes pidiendo ayuda, menciona este código: <code>{requestId}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
