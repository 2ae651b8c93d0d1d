import { Tabs } from '@mantine/core';
import type { CaseStatus } from '../../api/report-cases.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { CaseQueue } from './case-queue.tsx';
import classes from './reports-tab.module.css';

const names: Readonly<Record<CaseStatus, string>> = { open: 'Por revisar', closed: 'Decididos' };

/** 'Reportes' (docs/rules.md R19.1): what people have reported, and the decisions. */
export function ReportsTab({ search, onSearch }: TabProps) {
  const status: CaseStatus = search.estado === 'closed' ? 'closed' : 'open';
  return (
    <Tabs
      unstyled
      id="reports"
      value={status}
      onChange={next => onSearch({ tab: 'reportes', estado: next === 'closed' ? 'closed' : undefined })}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List aria-label="Reportes" className={classes.tabs}>
        {(['open', 'closed'] as const).map(tab => (
          <Tabs.Tab key={tab} value={tab} className={classes.tab}>
            {names[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={status} value={status} tabIndex={-1} className={classes.panel}>
        <CaseQueue status={status} />
      </Tabs.Panel>
    </Tabs>
  );
}
