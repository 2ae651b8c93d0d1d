interface Upload {
  method: string;
  headers: Record<string, string>;
  body: FormData;
  signal?: AbortSignal | undefined;
  /** Called with the sent share of the body, from 0 to 1; reaches 1 before the response. */
  onProgress: (share: number) => void;
}

/**
 * Sends a form like `fetch`, with upload progress, which fetch does not report. Rejects like fetch: with a TypeError without a
 * connection and with the signal's reason when aborted.
 */
export function upload(
  url: string,
  { method, headers, body, signal, onProgress }: Upload,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('Failed to upload'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(body);
    if (signal?.aborted) abort();
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = new Headers();
  for (const line of lines) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  const hasBody = request.status !== 204;
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
