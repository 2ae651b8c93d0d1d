import { CloseButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { SentenceList } from '../../../components/sentence-list.tsx';
import { useDashboardErrors } from '../dashboard-errors.tsx';
import classes from './error-banner.module.css';

/** What has failed, wherever one has scrolled; while a dialog stands before the page, the dialog says it. */
export function ErrorBanner() {
  const { errors, isCovered } = useDashboardErrors();
  return <Banner errors={isCovered ? [] : errors} className={classes.page} />;
}

/** The same in a dialog, for as long as it is open. */
export function DialogErrorBanner() {
  const { errors, cover } = useDashboardErrors();
  useEffect(() => cover(), [cover]);
  return <Banner errors={errors} />;
}

/**
 * The live region is always there, which is what makes screen readers read it. When the banner goes, by its button or by
 * itself, the focus that was in it returns to where it was before.
 */
function Banner({ errors, className }: { errors: readonly string[]; className?: string | undefined }) {
  const { clear } = useDashboardErrors();
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const isEmpty = errors.length === 0;

  function note({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) before.current = relatedTarget;
  }

  useEffect(() => {
    if (!isEmpty || before.current === null) return;
    const isLost = document.activeElement === document.body;
    if (isLost)
      (before.current.isConnected ? before.current : region.current)?.focus({ preventScroll: true });
    before.current = null;
  }, [isEmpty]);

  return (
    <div ref={region} role="alert" tabIndex={-1} className={`${classes.region} ${className ?? ''}`}>
      {!isEmpty && (
        <div className={classes.banner}>
          <IconAlertCircle size={24} className={classes.icon} aria-hidden />
          <div className={classes.words}>
            <p className={classes.title}>Se encontraron {errors.length} error(es)</p>
            <SentenceList sentences={errors} isAlwaysList />
          </div>
          <CloseButton
            aria-label="Cerrar los errores"
            onFocus={note}
            onClick={clear}
            className={classes.close}
          />
        </div>
      )}
    </div>
  );
}
