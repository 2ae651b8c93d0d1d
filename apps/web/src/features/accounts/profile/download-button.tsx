import type { DownloadedData } from '@minga/contract/profile';
import { IconDownload } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { siteTimeZone } from '../../../lib/dates/dates.ts';
import { saveFile } from '../../../lib/storage/files.ts';
import { useDownloadData } from '../api.ts';
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

/**
 * The user's data as a JSON file, named by the date in the site's time zone: minga-mis-datos-2026-12-05.json. Indented
 * because users open it in a text editor.
 */
export function dataFile(data: DownloadedData, timeZone = siteTimeZone) {
  // The en-CA locale formats dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(data.exportedAt));
  return {
    name: `minga-mis-datos-${day}.json`,
    content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  };
}
