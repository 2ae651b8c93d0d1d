import { CloseButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, onToastsChange, TOAST_MS, type Toast } from '../lib/toasts.ts';
import classes from './toaster.module.css';

/** The toasts stand in their other place. */
const ASIDE = 'data-aside';

/**
 * Where toasts appear. Its two live regions are always in the page, which is what makes screen readers read what comes
 * into them; @mantine/notifications mounts a new region with each toast, and weighs 9 kB more.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, currentToasts);
  const toaster = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (toasts.length === 0) {
      toaster.current?.removeAttribute(ASIDE);
      return;
    }
    uncoverFocus(toaster.current);
    // The browser scrolls to what has the focus only after it has said so.
    const uncoverSoon = () => requestAnimationFrame(() => uncoverFocus(toaster.current));
    document.addEventListener('focusin', uncoverSoon);
    return () => document.removeEventListener('focusin', uncoverSoon);
  }, [toasts]);

  return (
    <div ref={toaster} className={classes.toaster}>
      <Region role="alert" toasts={toasts.filter(toast => toast.kind === 'error')} />
      <Region role="status" toasts={toasts.filter(toast => toast.kind !== 'error')} />
    </div>
  );
}

/**
 * Toasts that lie on the middle of what has the keyboard's focus (WCAG 2.4.11) go to their other place. There they stay
 * until they lie on it again, or are all gone.
 */
function uncoverFocus(toaster: HTMLElement | null): void {
  const focused = document.querySelector(':focus-visible');
  if (toaster === null || focused === null || toaster.contains(focused)) return;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (toaster.contains(hit)) toaster.toggleAttribute(ASIDE);
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
  const [hasFocus, setHasFocus] = useState(false);
  // Not useHover: a toast that comes up under a resting pointer would never go.
  const [isPointedAt, setPointedAt] = useState(false);
  const isHeld = isPointedAt || hasFocus;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS[toast.kind]);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  return (
    <div
      className={`${classes.toast} ${classes[toast.kind]}`}
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      {toast.kind === 'notice' && <IconBell size={22} className={classes.bell} aria-hidden />}
      <p className={classes.text}>{toast.text}</p>
      <CloseButton
        aria-label="Cerrar aviso"
        onClick={() => dismissToast(toast.id)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      />
    </div>
  );
}
