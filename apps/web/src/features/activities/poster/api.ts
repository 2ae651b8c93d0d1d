import { downloadPoster, downloadPosterImage, type PosterSize } from '@minga/contract/poster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFile } from '../../../lib/server/call-file.ts';
import { saveFile } from '../../../lib/storage/files.ts';
import { oneActivity } from '../api.ts';

export type PosterForm = PosterSize | 'imagen';

/** Downloads a poster, or shares its image where the system can; resolves to the file's name. */
export function useTakePoster(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (form: PosterForm) => {
      const { name, content } = await (form === 'imagen'
        ? callFile(downloadPosterImage, { params: { id } })
        : callFile(downloadPoster, { params: { id }, query: { size: form } }));
      if (form !== 'imagen' || !(await isShared(new File([content], name, { type: content.type }))))
        saveFile(name, content);
      return name;
    },
    // For organisers the activity knows the last poster.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: oneActivity(id).queryKey }),
  });
}

/** Whether the system's share sheet took the file, or was closed. */
async function isShared(file: File): Promise<boolean> {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
