import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../lib/error-sentences.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import type { ChosenActivity } from './activity-choice.ts';
import { fetchAllParticipants } from './api/fetch-all-participants.ts';
import { refreshParticipants } from './api/participants-query.ts';
import { exportFileName } from './export-file-name.ts';

/** Exports the complete list as a CSV file. An empty list is not exported (docs/rules.md R4.9). */
export function useExport({ _id, title, ...asked }: ChosenActivity) {
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setPercent(0);
      const [participants, { participantsCsv }] = await Promise.all([
        fetchAllParticipants(_id, share => setPercent(Math.round(share * 100))),
        import('./participants-csv.ts'),
      ]);
      if (participants.length === 0) return false;
      saveFile(exportFileName(title), new Blob([participantsCsv(participants, asked)], { type: 'text/csv' }));
      return true;
    },
    onSuccess: isSaved => {
      if (isSaved) toastSuccess('Lista exportada correctamente');
      else toastError('No hay participantes para exportar');
    },
    onError: error => {
      toastError(errorText(error, 'Error al exportar la lista'));
      // If the activity was deleted, the refetched list shows that.
      void refreshParticipants(queryClient, _id);
    },
  });
  return { start: () => mutate(), isExporting: isPending, percent };
}
