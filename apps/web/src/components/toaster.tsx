import { CloseButton } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToastsChange, TOAST_MS, type Toast } from '../lib/toasts.ts';
import classes from './toaster.module.css';

/**
 * Where toasts appear. Its two live regions are always in the page, which is what makes screen readers read what comes
 * into them; @mantine/notifications mounts a new region with each toast, and weighs 9 kB more.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, currentToasts);
  return (
    <div className={classes.toaster}>
      <Region role="alert" toasts={toasts.filter(toast => toast.kind === 'error')} />
      <Region role="status" toasts={toasts.filter(toast => toast.kind !== 'error')} />
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

/** Goes by itself after its time, which stands still while the focus is on it or the pointer was moved there. */
function ToastBox({ toast }: { toast: Toast }) {
  const keyboard = useFocusWithin<HTMLDivElement>();
  // Not useHover: a toast that comes up under a resting pointer would never go.
  const [isPointedAt, setPointedAt] = useState(false);
  const isHeld = isPointedAt || keyboard.focused;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS[toast.kind]);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  return (
    <div
      ref={keyboard.ref}
      className={`${classes.toast} ${classes[toast.kind]}`}
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      {toast.kind === 'notice' && <IconBell size={22} className={classes.bell} aria-hidden />}
      <p className={classes.text}>{toast.text}</p>
      <CloseButton aria-label="Cerrar aviso" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
