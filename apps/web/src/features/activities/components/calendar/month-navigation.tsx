import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { monthName, monthOf, shiftMonth } from '../../month-grid.ts';
import classes from './month-navigation.module.css';
import type { MonthParts } from './month-parts.ts';

/** The months before and after, and the current one, as links. */
export function MonthNavigation({ month, today, filters }: MonthParts) {
  const previous = shiftMonth(month, -1);
  const next = shiftMonth(month, 1);
  const isCurrent = month === monthOf(today);
  return (
    <nav aria-label="Meses" className={classes.months}>
      {previous !== null && (
        <MonthLink search={{ ...filters, mes: previous }} label={`Anterior: ${monthName(previous)}`}>
          <IconChevronLeft size={20} aria-hidden />
          <span>Anterior</span>
        </MonthLink>
      )}
      <MonthLink search={{ ...filters, mes: undefined }} isCurrent={isCurrent}>
        Hoy
      </MonthLink>
      {next !== null && (
        <MonthLink search={{ ...filters, mes: next }} label={`Siguiente: ${monthName(next)}`}>
          <span>Siguiente</span>
          <IconChevronRight size={20} aria-hidden />
        </MonthLink>
      )}
    </nav>
  );
}

interface LinkProps {
  search: MonthParts['filters'] & { mes: string | undefined };
  label?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** Crawlers need not follow: there are 2,400 months. */
const MonthLink = ({ search, label, isCurrent = false, children }: LinkProps) => (
  <Button
    variant={isCurrent ? 'light' : 'default'}
    aria-label={label}
    rel="nofollow"
    renderRoot={props => (
      <Link
        to="/calendario"
        search={search}
        resetScroll={false}
        activeOptions={{ exact: true }}
        preload={false}
        {...props}
      />
    )}
  >
    {children}
  </Button>
);
