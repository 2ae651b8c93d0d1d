import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './catalogue-tools.module.css';

/** Links of the catalogue other than its filters: at a desk a row, on a phone a menu in a native popover, without JavaScript. */
export function CatalogueTools({ children }: { children: ReactNode }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const router = useRouter();
  // Its links stay on this page.
  useEffect(
    () => router.subscribe('onBeforeNavigate', () => void panel.current?.togglePopover?.(false)),
    [router],
  );
  return (
    <>
      <Button
        variant="default"
        className={classes.opener}
        popoverTarget={id}
        rightSection={<IconChevronDown size={18} aria-hidden />}
      >
        Más
      </Button>
      <div id={id} ref={panel} popover="auto" className={classes.tools}>
        {children}
      </div>
    </>
  );
}
