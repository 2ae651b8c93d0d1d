import { useWindowEvent } from '@mantine/hooks';

/** Passes on a file that is pasted anywhere on the page. Text pasted together with a file belongs to the focused field. */
export function usePastedFile(onPaste: (file: File) => void): void {
  useWindowEvent('paste', event => {
    const file = event.clipboardData?.files[0];
    const hasText = event.clipboardData?.types.includes('text/plain') ?? false;
    if (file === undefined || (hasText && isTyping())) return;
    event.preventDefault();
    onPaste(file);
  });
}

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;
