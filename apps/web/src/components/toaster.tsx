import { CloseButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, durationOf, onToastsChange, type Toast } from '../lib/toasts.ts';
import classes from './toaster.module.css';

/** Set while the toasts are at their alternative position. */
const ASIDE = 'data-aside';

/**
 * Renders the toasts. Its two live regions are always in the page, so that screen readers announce what is added to them.
 * @mantine/notifications lacks the timer's pause on focus and does not fit the size budget (decision 0007).
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
    // The browser scrolls to the focused element after the event.
    const uncoverOnFrame = () => requestAnimationFrame(() => uncoverFocus(toaster.current));
    document.addEventListener('focusin', uncoverOnFrame);
    return () => document.removeEventListener('focusin', uncoverOnFrame);
  }, [toasts]);

  return (
    <div ref={toaster} className={classes.toaster}>
      <Region role="alert" toasts={toasts.filter(toast => toast.kind === 'error')} />
      <Region role="status" toasts={toasts.filter(toast => toast.kind !== 'error')} />
    </div>
  );
}

/**
 * Moves the toasts to their alternative position when they cover the centre of the focused element (WCAG 2.4.11). They
 * stay there until they cover it again or all have disappeared.
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

/** Disappears after a timeout, which pauses while the toast has the focus or the pointer has moved onto it. */
function ToastBox({ toast }: { toast: Toast }) {
  const [hasFocus, setHasFocus] = useState(false);
  // Not useHover: a toast that appears under a resting pointer would never disappear.
  const [isHovered, setHovered] = useState(false);
  const isPaused = isHovered || hasFocus;
  // Has the focus again after a press, which removes the button that has it.
  const cameFrom = useRef<EventTarget>(null);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), durationOf(toast));
    return () => clearTimeout(timer);
  }, [isPaused, toast]);

  function close() {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    dismissToast(toast.id);
  }

  const button = {
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent) => {
      setHasFocus(true);
      const isInside = currentTarget.parentElement?.contains(relatedTarget as Node | null);
      if (isInside !== true) cameFrom.current = relatedTarget;
    },
    onBlur: () => setHasFocus(false),
  };

  return (
    <div
      className={`row card ${classes.toast} ${classes[toast.kind]}`}
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {toast.kind === 'notice' && <IconBell size={22} aria-hidden />}
      <p className={classes.text}>{toast.text}</p>
      {toast.undo !== undefined && (
        <button
          {...button}
          type="button"
          className={`plain ${classes.undo}`}
          onClick={() => {
            close();
            toast.undo?.();
          }}
        >
          Deshacer
        </button>
      )}
      <CloseButton {...button} aria-label="Cerrar aviso" onClick={close} />
    </div>
  );
}
