import { useEffect, useRef, useState } from 'react';

/** The progress of a form's upload and its cancellation. Unmounting aborts the upload. */
export function useUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Returns the options of the API call. */
  function start(hasFile: boolean) {
    const started = new AbortController();
    controller.current = started;
    setProgress(hasFile ? 0 : null);
    return { signal: started.signal, onProgress: setProgress };
  }

  return {
    /** From 0 to 1; null while no file is being uploaded. */
    progress,
    start,
    end: () => setProgress(null),
    cancel: () => controller.current?.abort(),
    isCancelled: () => controller.current?.signal.aborted ?? false,
  };
}
