import type { Icon } from '@tabler/icons-react';
import { useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useFocusRecovery } from '../../../components/dialog/use-focus-recovery.ts';
import { PanelTable, type TableDescription } from '../panel-table.tsx';
import { type Run, useRowActions } from '../row-actions.tsx';
import { StatusPart } from './system-facts.tsx';

interface Props<Row> {
  title: string;
  hint: string;
  of: TableDescription<Row>;
  rows: readonly Row[];
  /** The action on all rows, if there are several. */
  all: false | { label: string; busyLabel: string; icon: Icon; run: Run };
}

/** The action id for all rows. */
const ALL = 'all';

/** A table of failures, with actions on one or all. */
export function StatusList<Row>({ title, hint, of, rows, all }: Props<Row>) {
  const actions = useRowActions();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);
  const isBusy = actions.isBusy(ALL);
  return (
    <div ref={focusRecovery}>
      <StatusPart
        title={title}
        headingRef={heading}
        hint={hint}
        action={
          all && (
            <BusyButton
              variant="default"
              leftSection={<all.icon size={20} aria-hidden />}
              isBusy={isBusy}
              busyLabel={all.busyLabel}
              onClick={() => void actions.run({ id: ALL, ...all.run })}
            >
              {all.label}
            </BusyButton>
          )
        }
      >
        {headingId =>
          rows.length > 0 && (
            <PanelTable of={of} rows={rows} labelledBy={headingId} actions={actions} isBusy={isBusy} />
          )
        }
      </StatusPart>
    </div>
  );
}
