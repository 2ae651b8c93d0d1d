import type { Endpoint, Params, QueryInput } from '@minga/contract/endpoint';
import { errorFrom, PREFIX, transfer, urlOf } from './api.ts';

interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Calls an endpoint whose response is a file. Rejects with an ApiError. */
export async function callFile<E extends Endpoint & { fileType: string }>(
  { method, path }: E,
  { params, query }: { params?: Params<E>; query?: QueryInput<E> },
): Promise<DownloadedFile> {
  const response = await transfer(PREFIX + urlOf(path, params, query), { method, headers: {} });
  if (!response.ok) throw await errorFrom(response);
  const [, name = 'archivo'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}
