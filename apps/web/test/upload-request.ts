/** What answers a request: the status, headers and text of `fetch`; `report` tells how much of it has left. */
type Responding = (url: string, init: RequestInit, report: (share: number) => void) => Promise<Response>;

/** An XMLHttpRequest, as far as lib/upload.ts uses one, that is answered by `respond`. */
export const uploadRequestTo = (respond: Responding) =>
  class UploadRequest {
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    #line = { method: '', url: '' };
    #headers = new Headers();
    #isAborted = false;

    open(method: string, url: string): void {
      this.#line = { method, url };
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
      const { method, url } = this.#line;
      const report = (share: number) => {
        this.upload.onprogress?.({ loaded: share * 100, total: 100 });
        if (share === 1) this.upload.onload?.();
      };
      try {
        const response = await respond(url, { method, body }, report);
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
  };
