import { Button } from '@mantine/core';
import { MessageBox } from '../../../../components/message-box.tsx';
import { errorSentences } from '../../../../lib/error-sentences.ts';

interface Props {
  error: Error;
  isBusy: boolean;
  retry: () => void;
}

/** A part of a page that did not come: small, beside all that did. */
export const SessionsFault = ({ error, isBusy, retry }: Props) => (
  <>
    <MessageBox
      kind="error"
      message={{ sentences: errorSentences(error, 'Error al cargar tus sesiones'), isVisible: true }}
    />
    <div>
      <Button variant="default" onClick={retry} disabled={isBusy}>
        {isBusy ? 'Cargando…' : 'Intentar de nuevo'}
      </Button>
    </div>
  </>
);
