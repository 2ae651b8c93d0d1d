import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { digits } from '../lib/digits.ts';
import classes from './pager.module.css';

interface Props {
  /** From 1 on. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** 'Página 3 de 10.000', and the ways to its neighbours and to both ends. */
export function Pager({ page, pageCount, onPage }: Props) {
  const step = (label: string, Icon: ComponentType<IconProps>, to: number) => ({ label, Icon, to });
  const back = [
    step('Primera página', IconChevronsLeft, 1),
    step('Página anterior', IconChevronLeft, Math.max(1, page - 1)),
  ];
  const onwards = [
    step('Página siguiente', IconChevronRight, Math.min(pageCount, page + 1)),
    step('Última página', IconChevronsRight, pageCount),
  ];
  // Not disabled at the ends, which would drop the focus of who has just arrived there.
  const button = ({ label, Icon, to }: ReturnType<typeof step>) => (
    <button
      key={label}
      type="button"
      className={classes.step}
      aria-label={label}
      aria-disabled={to === page || undefined}
      onClick={to === page ? undefined : () => onPage(to)}
    >
      <Icon size={22} aria-hidden />
    </button>
  );
  return (
    <nav aria-label="Páginas" className={classes.pager}>
      {back.map(button)}
      <span className={classes.text}>
        Página {digits(page)} de {digits(pageCount)}
      </span>
      {onwards.map(button)}
    </nav>
  );
}
