import { useRef, useState } from 'react';

/**
 * A dialog that costs nothing until it is first opened: a page of cards would else carry dozens of them. Its code may
 * be lazy, too; Mantine gives the focus back only to what had it when an already mounted dialog opened, so this does.
 */
export function useLazyDialog() {
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);

  function open() {
    opener.current = document.activeElement;
    setMounted(true);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  /** `isMounted`: render the dialog at all? */
  return { isMounted, isOpen, open, close };
}
