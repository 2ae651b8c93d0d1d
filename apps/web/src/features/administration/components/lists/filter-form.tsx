import { Button } from '@mantine/core';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-panel.module.css';

interface Props {
  /** The fields. */
  children: ReactNode;
  onApply: () => void;
  onClear: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** Filters that take effect when 'Filtrar' is pressed. */
export const FilterForm = ({ children, onApply, onClear }: Props) => (
  <search>
    <form
      className={classes.panel}
      onSubmit={event => {
        event.preventDefault();
        onApply();
      }}
    >
      {children}
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconFilter {...icon} />}>
          Filtrar
        </Button>
        <Button variant="default" leftSection={<IconFilterOff {...icon} />} onClick={onClear}>
          Limpiar
        </Button>
      </div>
    </form>
  </search>
);
