import { vi } from 'vitest';

/**
 * Replaces XMLHttpRequest, as far as lib/server/upload.ts uses it, by one that sends with `fetch` and returns the function that reports
 * the uploaded share of the body, from 0 to 1. MSW's own XMLHttpRequest dispatches neither partial progress nor `abort`.
 */
export function stubUploadRequest(): (share: number) => void {
  let current: UploadRequest | undefined;

  class UploadRequest {
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    #method = '';
    #url = '';
    #headers = new Headers();
    #isAborted = false;

    constructor() {
      current = this;
    }
    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(): void {}
    getAllResponseHeaders(): string {
      return [...this.#headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }
    abort(): void {
      this.#isAborted = true;
      this.onabort?.();
      this.onloadend?.();
    }
    async send(body: BodyInit): Promise<void> {
      try {
        const response = await fetch(this.#url, { method: this.#method, body });
        if (this.#isAborted) return;
        this.status = response.status;
        this.#headers = response.headers;
        this.responseText = await response.text();
        this.onload?.();
      } catch {
        this.onerror?.();
      }
      this.onloadend?.();
    }
  }

  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  return share => {
    current?.upload.onprogress?.({ loaded: share * 100, total: 100 });
    if (share === 1) current?.upload.onload?.();
  };
}
