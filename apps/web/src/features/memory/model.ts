import { MEMORY_IMAGES_MAX, type Memory } from '@minga/contract/memory';

/** A picture of the form: one that the memory has, or a file to upload. */
export type DraftPicture = { readonly key: string; readonly kept: Memory['images'][number] } | ChosenPicture;

export interface ChosenPicture {
  readonly key: string;
  readonly file: File;
}

export const draftPictures = (memory: Memory | null): DraftPicture[] =>
  (memory?.images ?? []).map(image => ({ key: image._id, kept: image }));

interface AddedPictures {
  readonly pictures: readonly DraftPicture[];
  /** One sentence for each file that was not added. */
  readonly errors: readonly string[];
}

/** Adds files, as far as they are pictures and there is room. `errorOf` says why a file is not accepted; null: it is. */
export function addPictures(
  pictures: readonly DraftPicture[],
  chosen: readonly ChosenPicture[],
  errorOf: (file: File) => string | null,
): AddedPictures {
  const added = [...pictures];
  const errors: string[] = [];
  let isFull = false;
  for (const picture of chosen) {
    const error = errorOf(picture.file);
    if (error !== null) errors.push(`«${picture.file.name}»: ${error}`);
    else if (added.length >= MEMORY_IMAGES_MAX) isFull = true;
    else added.push(picture);
  }
  if (isFull) errors.push(`Caben ${MEMORY_IMAGES_MAX} fotos: las demás quedaron por fuera`);
  return { pictures: added, errors };
}

/** The parts of a submission. */
export const submittedPictures = (pictures: readonly DraftPicture[]) => ({
  keep: pictures.flatMap(picture => ('kept' in picture ? picture.kept._id : [])),
  files: pictures.flatMap(picture => ('file' in picture ? picture.file : [])),
});

/** Whether the pictures differ from those of the memory. */
export const arePicturesChanged = (pictures: readonly DraftPicture[], memory: Memory | null): boolean =>
  pictures.map(({ key }) => key).join() !==
  draftPictures(memory)
    .map(({ key }) => key)
    .join();
