import { Tabs } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react';
import { HelpLink } from '../../../components/help-link.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useScrollToEntry } from '../../../components/use-scroll-to-entry.ts';
import { DashboardErrorsProvider, useDashboardErrors } from '../dashboard-errors.tsx';
import { type DashboardTab, shownTab, type TabProps, tabGroupsOf, tabName } from '../dashboard-search.ts';
import classes from './dashboard.module.css';
import { ErrorBanner } from './error-banner.tsx';
import { FactorRequired } from './factor-required.tsx';
import { OpenCases } from './open-cases.tsx';
import { TabScreen } from './tab-screen.tsx';

interface Props extends TabProps {
  /** An admin or a superadmin. */
  user: User;
}

type Tab = ComponentType<TabProps & { userId: string }>;

// A tab's code loads when the tab is opened.
const AccountCards = lazy(
  async (): Promise<{ default: Tab }> => ({
    default: (await import('./superadmin/account-cards.tsx')).AccountCards,
  }),
);
const StatisticsPanels = lazy(
  async (): Promise<{ default: Tab }> => ({
    default: (await import('./statistics/statistics-panels.tsx')).StatisticsPanels,
  }),
);

const tabs: Record<Exclude<DashboardTab, 'estadisticas'>, Tab> = {
  hoy: lazy(async () => ({ default: (await import('./today/today-tab.tsx')).TodayTab })),
  administradores: lazy(async () => ({ default: (await import('./superadmin/admin-list.tsx')).AdminList })),
  crear: lazy(async () => ({
    default: (await import('./superadmin/create-admin-form.tsx')).CreateAdminForm,
  })),
  confianza: lazy(async () => ({ default: (await import('./trust/trust-tab.tsx')).TrustTab })),
  usuarios: lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab })),
  actividades: lazy(async () => ({
    default: (await import('./activities/activities-tab.tsx')).ActivitiesTab,
  })),
  revision: lazy(async () => ({ default: (await import('./held/held-tab.tsx')).HeldTab })),
  reportes: lazy(async () => ({ default: (await import('./reports/reports-tab.tsx')).ReportsTab })),
  colectivos: lazy(async () => ({
    default: (await import('./collectives/collectives-tab.tsx')).CollectivesTab,
  })),
  asistencias: lazy(async () => ({
    default: (await import('./attendances/attendances-tab.tsx')).AttendancesTab,
  })),
  datos: lazy(async () => ({ default: (await import('./retention/retention-tab.tsx')).RetentionTab })),
  textos: lazy(async () => ({ default: (await import('./legal/legal-tab.tsx')).LegalTab })),
  sistema: lazy(async () => ({ default: (await import('./status/system-tab.tsx')).SystemTab })),
};

/** The panel, or how to set the second factor up that it waits for. */
const PanelGate = ({ children }: { children: ReactNode }) =>
  useDashboardErrors().isFactorRequired ? <FactorRequired /> : children;

/** /admin-dashboard (docs/rules.md R6.8): the tabs of each of the two roles; the URL selects the tab. */
export function Dashboard({ user, search, onSearch }: Props) {
  const isSuperadmin = user.role === 'superadmin';
  const title = isSuperadmin ? 'Panel de Super Administración' : 'Panel de Administración';
  const shown = shownTab(user.role, search);
  const Statistics = isSuperadmin ? AccountCards : StatisticsPanels;
  const Shown = shown === 'estadisticas' ? Statistics : tabs[shown];
  const list = useRef<HTMLDivElement>(null);
  const groups = tabGroupsOf(user.role);
  const place = groups.flat().indexOf(shown);

  useScrollToEntry(list, place);

  return (
    <DashboardErrorsProvider>
      <PageHeading title={title} windowTitle={`${tabName(shown)} · ${title}`} />
      <PanelGate>
        <ErrorBanner />
        <Tabs
          unstyled
          id="panel"
          value={shown}
          onChange={tab => onSearch({ tab: tab as DashboardTab })}
          activateTabWithKeyboard={false}
          keepMounted={false}
        >
          <Tabs.List ref={list} aria-label={title} className={classes.tabs}>
            {groups.flatMap(group =>
              group.map((tab, index) => (
                <Tabs.Tab key={tab} value={tab} className={classes.tab} data-first={index === 0 || undefined}>
                  <span>{tabName(tab)}</span>
                  {/* The key: each opened tab refetches a stale number. */}
                  {tab === 'reportes' && <OpenCases key={shown} />}
                </Tabs.Tab>
              )),
            )}
          </Tabs.List>
          <Tabs.Panel key={shown} value={shown} tabIndex={-1} className={classes.panel}>
            <TabScreen name={tabName(shown)}>
              <Shown search={search} onSearch={onSearch} userId={user._id} />
              {/* The start of the panel has the figures, too (docs/rules.md R6.8). */}
              {shown === 'hoy' && (
                <section aria-labelledby="figures" className={classes.figures}>
                  <h2 id="figures">{tabName('estadisticas')}</h2>
                  {/* What waits is shown before the code of the figures has loaded. */}
                  <Suspense>
                    <Statistics search={search} onSearch={onSearch} userId={user._id} />
                  </Suspense>
                </section>
              )}
            </TabScreen>
          </Tabs.Panel>
        </Tabs>
      </PanelGate>
      <p className={classes.help}>
        <HelpLink to={isSuperadmin ? 'superadministrar' : 'administrar'}>Ayuda para administrar</HelpLink>
      </p>
    </DashboardErrorsProvider>
  );
}
