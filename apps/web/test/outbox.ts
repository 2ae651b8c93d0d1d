import { type Kind, readEntries } from '../src/lib/outbox.ts';
import { changeStored, idOf, readStored } from '../src/lib/outbox-store.ts';

/** Deletes all entries of this browser, also from the memory of this page. */
export async function clearOutbox(kind: Kind): Promise<void> {
  await changeStored((await readStored()).map(idOf), () => null);
  await readEntries(kind, null);
}
