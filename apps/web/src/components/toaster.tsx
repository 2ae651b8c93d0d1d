import { CloseButton } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToastsChange, TOAST_MS, type Toast } from '../lib/toasts.ts';
import classes from './toaster.module.css';

/**
 * Where toasts appear. Its two live regions are always in the page, which is what makes screen readers read what comes
 * into them; @mantine/notifications mounts a new region with each toast, and weighs 9 kB more.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts);
  return (
    <div className={classes.toaster}>
      <Region role="alert" toasts={toasts.filter(toast => toast.kind === 'error')} />
      <Region role="status" toasts={toasts.filter(toast => toast.kind === 'success')} />
    </div>
  );
}

const Region = ({ role, toasts }: { role: 'alert' | 'status'; toasts: readonly Toast[] }) => (
  <div role={role} aria-atomic="false" className={classes.region}>
    {toasts.map(toast => (
      <ToastBox key={toast.id} toast={toast} />
    ))}
  </div>
);

/** Goes by itself after its time, which stands still while the pointer or the focus is on it. */
function ToastBox({ toast }: { toast: Toast }) {
  const pointer = useHover<HTMLDivElement>();
  const keyboard = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(pointer.ref, keyboard.ref);
  const isHeld = pointer.hovered || keyboard.focused;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS[toast.kind]);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  return (
    <div ref={ref} className={`${classes.toast} ${classes[toast.kind]}`}>
      <p className={classes.text}>{toast.text}</p>
      <CloseButton aria-label="Cerrar aviso" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
