import { errorSentences } from '../lib/error-sentences.ts';
import { BusyButton } from './busy-button.tsx';
import { MessageBox } from './message-box.tsx';

interface Props {
  error: Error;
  /** Says what failed, for errors without a reason from the server. */
  fallback: string;
  isBusy: boolean;
  retry: () => void;
}

/** An inline error for one section; the rest of the page is still shown. */
export const SectionError = ({ error, fallback, isBusy, retry }: Props) => (
  <>
    <MessageBox kind="error" message={{ sentences: errorSentences(error, fallback), isVisible: true }} />
    <div>
      <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Cargando…">
        Intentar de nuevo
      </BusyButton>
    </div>
  </>
);
