import { CloseButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { SentenceList } from '../../../components/sentence-list.tsx';
import { useDashboardErrors } from '../dashboard-errors.tsx';
import classes from './error-banner.module.css';

/** The dashboard's errors, at any scroll position. While a dialog is open, its own banner shows them instead. */
export function ErrorBanner() {
  const { errors, isCovered } = useDashboardErrors();
  return <Banner errors={isCovered ? [] : errors} className={classes.page} />;
}

/** The dashboard's errors in an open dialog. */
export function DialogErrorBanner() {
  const { errors, cover } = useDashboardErrors();
  useEffect(() => cover(), [cover]);
  return <Banner errors={errors} />;
}

/**
 * The live region is always rendered, so that screen readers announce its changes. When the banner disappears, a focus inside
 * it returns to the previously focused element.
 */
function Banner({ errors, className }: { errors: readonly string[]; className?: string | undefined }) {
  const { clear } = useDashboardErrors();
  const region = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);
  const isEmpty = errors.length === 0;

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget;
  }

  useEffect(() => {
    if (!isEmpty || previousFocus.current === null) return;
    const isLost = document.activeElement === document.body;
    if (isLost)
      (previousFocus.current.isConnected ? previousFocus.current : region.current)?.focus({
        preventScroll: true,
      });
    previousFocus.current = null;
  }, [isEmpty]);

  return (
    <div ref={region} role="alert" tabIndex={-1} className={`${classes.region} ${className ?? ''}`}>
      {!isEmpty && (
        <div className={classes.banner}>
          <IconAlertCircle size={24} className={classes.icon} aria-hidden />
          <div className={classes.words}>
            <p className={classes.title}>{`Se encontraron ${errors.length} error(es)`}</p>
            <SentenceList sentences={errors} isAlwaysList />
          </div>
          <CloseButton
            aria-label="Cerrar los errores"
            onFocus={rememberFocus}
            onClick={clear}
            className={classes.close}
          />
        </div>
      )}
    </div>
  );
}
