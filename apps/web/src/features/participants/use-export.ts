import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../lib/error-sentences.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import type { ChosenActivity } from './activity-choice.ts';
import { allParticipants } from './api/all-participants.ts';
import { refreshParticipants } from './api/participants.ts';
import { exportFileName } from './export-file-name.ts';

/** The whole list as a file; `percent` of it has come. An empty list is refused (spec 001 section 5). */
export function useExport({ _id, title }: Pick<ChosenActivity, '_id' | 'title'>) {
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setPercent(0);
      const [participants, { participantsCsv }] = await Promise.all([
        allParticipants(_id, share => setPercent(Math.round(share * 100))),
        import('./participants-csv.ts'),
      ]);
      if (participants.length === 0) return false;
      saveFile(exportFileName(title), new Blob([participantsCsv(participants)], { type: 'text/csv' }));
      return true;
    },
    onSuccess: isSaved => {
      if (isSaved) toastSuccess('Lista exportada correctamente');
      else toastError('No hay participantes para exportar');
    },
    onError: error => {
      toastError(errorText(error, 'Error al exportar la lista'));
      // The activity may be gone, which the list tells.
      void refreshParticipants(queryClient, _id);
    },
  });
  return { start: () => mutate(), isExporting: isPending, percent };
}
