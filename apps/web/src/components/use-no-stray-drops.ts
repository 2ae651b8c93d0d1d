import { useEffect } from 'react';

const refuse = (event: DragEvent) => event.preventDefault();

/** A file that is dropped beside its place does nothing; the browser would leave the page to show it. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse);
    document.addEventListener('drop', refuse);
    return () => {
      document.removeEventListener('dragover', refuse);
      document.removeEventListener('drop', refuse);
    };
  }, []);
}
