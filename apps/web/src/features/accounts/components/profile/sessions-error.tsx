import { BusyButton } from '../../../../components/busy-button.tsx';
import { MessageBox } from '../../../../components/message-box.tsx';
import { errorSentences } from '../../../../lib/error-sentences.ts';

interface Props {
  error: Error;
  isBusy: boolean;
  retry: () => void;
}

/** An inline error for one section; the rest of the page is still shown. */
export const SessionsError = ({ error, isBusy, retry }: Props) => (
  <>
    <MessageBox
      kind="error"
      message={{ sentences: errorSentences(error, 'Error al cargar tus sesiones'), isVisible: true }}
    />
    <div>
      <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Cargando…">
        Intentar de nuevo
      </BusyButton>
    </div>
  </>
);
