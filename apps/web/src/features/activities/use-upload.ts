import { useEffect, useRef, useState } from 'react';

/** How far a form's file is, and the way to call it off; leaving the page calls it off too. */
export function useUpload() {
  const [share, setShare] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** What the call takes. */
  function begin(hasFile: boolean) {
    const started = new AbortController();
    controller.current = started;
    setShare(hasFile ? 0 : null);
    return { signal: started.signal, onProgress: setShare };
  }

  return {
    /** From 0 to 1; null while nothing is sent. */
    share,
    begin,
    end: () => setShare(null),
    cancel: () => controller.current?.abort(),
    isCancelled: () => controller.current?.signal.aborted ?? false,
  };
}
