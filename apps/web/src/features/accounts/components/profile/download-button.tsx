import { IconDownload } from '@tabler/icons-react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { saveFile } from '../../../../lib/save-file.ts';
import { useDownloadData } from '../../api/download-data.ts';
import { dataFile } from './data-file.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

/** Downloads the user's data as a file and shows the outcome below the button. */
export function DownloadButton({ label }: { label: string }) {
  const download = useDownloadData();
  const outcome = useAccountOutcome();

  function start() {
    outcome.clear();
    download.mutate(undefined, {
      onSuccess: data => {
        const { name, content } = dataFile(data);
        saveFile(name, content);
        outcome.showSuccess(`Descargamos ${name}`);
      },
      onError: error => outcome.showError(error, 'Error al descargar tus datos'),
    });
  }

  return (
    <>
      <div>
        <BusyButton
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={start}
          isBusy={download.isPending}
          busyLabel="Preparando el archivo…"
        >
          {label}
        </BusyButton>
      </div>
      <OutcomeMessages outcome={outcome} />
    </>
  );
}
