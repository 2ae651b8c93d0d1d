import { useEffect } from 'react';

/** Prevents that the screen turns off while the component is mounted, in browsers that can. They release it with a hidden page. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let current: WakeLockSentinel | undefined;

    async function request(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      try {
        const lock = await navigator.wakeLock?.request('screen');
        if (isOver) await lock?.release();
        else current = lock;
      } catch {
        // Denied, for example because the battery is low: the screen turns off as always.
      }
    }

    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void current?.release().catch(() => {});
    };
  }, []);
}
