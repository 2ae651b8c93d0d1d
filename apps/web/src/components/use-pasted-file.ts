import { useEffect, useEffectEvent } from 'react';

/** Hands over a file that is pasted anywhere on the page. Text that comes with it belongs to the field that has the focus. */
export function usePastedFile(onPaste: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    const hasText = event.clipboardData?.types.includes('text/plain') ?? false;
    if (file === undefined || (hasText && isTyping())) return;
    event.preventDefault();
    onPaste(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;
