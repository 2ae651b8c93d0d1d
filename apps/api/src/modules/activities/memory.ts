import { MEMORY_IMAGES_MAX } from '@minga/contract/memory';

/** The pictures of a memory after a request that keeps some of the current ones and adds new ones. */
export function editMemoryImages(
  current: readonly string[],
  kept: readonly string[],
  added: readonly string[],
): {
  /** Those that stay in the order of the request, then the new ones. */
  readonly imageIds: readonly string[];
  readonly removed: readonly string[];
  /** An id that no picture of the memory has. */
  readonly hasUnknown: boolean;
} {
  const ids = kept.map(id => id.toLowerCase());
  return {
    imageIds: [...ids, ...added],
    removed: current.filter(id => !ids.includes(id)),
    hasUnknown: ids.some(id => !current.includes(id)),
  };
}

export const hasTooManyImages = (kept: number, added: number): boolean => kept + added > MEMORY_IMAGES_MAX;

/** The message of an error about one of several pictures, with its number; that of a single picture is unchanged. */
export const imageSentence = (sentence: string, index: number, count: number): string =>
  count === 1 ? sentence : `Foto ${index + 1}: ${sentence}`;
