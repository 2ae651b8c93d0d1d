import { useEffect, useState } from 'react';

/** A dialog that costs nothing until it is first opened: a page of cards would else carry dozens of them. */
export function useLazyDialog() {
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);

  // Mounted closed and opened after that: only so does Mantine note where the focus has to return.
  useEffect(() => {
    if (isMounted) setOpen(true);
  }, [isMounted]);

  return {
    /** Render the dialog at all? */
    isMounted,
    isOpen,
    open: () => (isMounted ? setOpen(true) : setMounted(true)),
    close: () => setOpen(false),
  };
}
