import type { WholeActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { oneActivity } from './one-activity.ts';

interface Copied {
  readonly activity: WholeActivity;
  /** The picture as a file to upload; null without one, or if it could not be loaded. */
  readonly image: File | null;
}

/** An activity to copy, with its picture if the viewer organises it. Never refetched: the form that starts from it stays as it is. */
export const copiedActivity = (id: string) =>
  queryOptions({
    queryKey: ['copied-activity', id],
    queryFn: async ({ client }): Promise<Copied> => {
      const activity = await client.fetchQuery({ ...oneActivity(id), staleTime: 0 });
      const { canManage, image } = activity;
      return { activity, image: canManage && image !== null ? await loadPicture(image) : null };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

async function loadPicture(url: string): Promise<File | null> {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const picture = await response.blob();
    return new File([picture], 'imagen copiada', { type: picture.type });
  } catch {
    return null;
  }
}
