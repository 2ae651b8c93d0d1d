import { Button, Tabs, VisuallyHidden } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { useQuery } from '@tanstack/react-query';
import { CatchBoundary, Link } from '@tanstack/react-router';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { HelpLink } from '../../components/help-link.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import rowClasses from '../../components/page/tab-row.module.css';
import { useTabRow } from '../../components/page/use-tab-row.ts';
import { digits } from '../../lib/digits.ts';
import { isMissingCode, reloadOnceFor } from '../../lib/errors/missing-code.ts';
import { noConnection } from '../../lib/server/api.ts';
import { openCases } from './api.ts';
import classes from './dashboard.module.css';
import {
  DashboardErrorsProvider,
  ErrorBanner,
  TabError,
  useDashboardErrors,
  useReportedError,
} from './errors.tsx';
import { type DashboardTab, shownTab, type TabProps, tabGroupsOf, tabName } from './search.ts';

interface Props extends TabProps {
  /** An admin or a superadmin. */
  user: User;
}

type Tab = ComponentType<TabProps & { userId: string }>;

// A tab's code loads when the tab is opened.
const loaded = (load: () => Promise<Tab>) => lazy(async () => ({ default: await load() }));

const AccountCards = loaded(async () => (await import('./superadmin/account-cards.tsx')).AccountCards);
const StatisticsPanels = loaded(async () => (await import('./statistics-panels.tsx')).StatisticsPanels);

const tabs: Record<Exclude<DashboardTab, 'estadisticas'>, Tab> = {
  hoy: loaded(async () => (await import('./today-tab.tsx')).TodayTab),
  administradores: loaded(async () => (await import('./superadmin/admin-list.tsx')).AdminList),
  crear: loaded(async () => (await import('./superadmin/create-admin-form.tsx')).CreateAdminForm),
  confianza: loaded(async () => (await import('./settings/trust-tab.tsx')).TrustTab),
  usuarios: loaded(async () => (await import('./lists/users-tab.tsx')).UsersTab),
  actividades: loaded(async () => (await import('./lists/activities-tab.tsx')).ActivitiesTab),
  revision: loaded(async () => (await import('./lists/held-tab.tsx')).HeldTab),
  reportes: loaded(async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  colectivos: loaded(async () => (await import('./lists/collectives-tab.tsx')).CollectivesTab),
  asistencias: loaded(async () => (await import('./lists/attendances-tab.tsx')).AttendancesTab),
  datos: loaded(async () => (await import('./settings/retention-tab.tsx')).RetentionTab),
  textos: loaded(async () => (await import('./settings/legal-tab.tsx')).LegalTab),
  sitio: loaded(async () => (await import('./settings/identity-tab.tsx')).IdentityTab),
  servidores: loaded(async () => (await import('./settings/servers-tab.tsx')).ServersTab),
  sistema: loaded(async () => (await import('./system/system-tab.tsx')).SystemTab),
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
  useTabRow(list, shown);

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
          <Tabs.List ref={list} aria-label={title} className={`${rowClasses.row} ${classes.tabs}`}>
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
                  <h2 id="figures" className="title">
                    {tabName('estadisticas')}
                  </h2>
                  {/* The decisions that wait are shown before the code of the figures has loaded. */}
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

/** Instead of the panel while the site requires a second factor that the viewer has not set up. */
const FactorRequired = () => (
  <EmptyState
    drawing="people"
    title="Falta activar tu segundo factor"
    text="En este sitio, para administrar hace falta un segundo factor además de la contraseña: una aplicación de códigos o una llave de acceso. Toma dos minutos."
  >
    <Button renderRoot={props => <Link to="/profile" hash="seguridad" {...props} />}>
      Activarlo en mi perfil
    </Button>
  </EmptyState>
);

/** The number of reported cases that wait for a decision, on the tab; nothing if there are none. */
function OpenCases() {
  const { data: count = 0 } = useQuery(openCases);
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <VisuallyHidden component="span">, </VisuallyHidden>
      <span>{digits(count)}</span>
      <VisuallyHidden component="span"> por revisar</VisuallyHidden>
    </span>
  );
}

interface TabScreenProps {
  /** The tab's name. */
  name: string;
  children: ReactNode;
}

/** A tab's content, loading state or error; the tab list and the banner stay rendered. */
export function TabScreen({ name, children }: TabScreenProps) {
  const { clear } = useDashboardErrors();
  // Clears the errors on unmount, before the next tab reports its own.
  useEffect(() => clear, [clear]);
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={TabLoadError}>
      <Suspense fallback={<LoadingStatus text="Cargando…" />}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** Shown if a tab's chunk fails to load. Any other error is rethrown to the page's error boundary. */
function TabLoadError({ error }: { error: unknown }) {
  if (!isMissingCode(error)) throw error;
  return <MissingTab error={error} />;
}

/**
 * Browsers remember a failed dynamic import until the page is reloaded. While the server is unreachable a reload would lose the
 * whole page, so the server is checked first.
 */
function MissingTab({ error }: { error: Error }) {
  const [fault, setFault] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(true);
  useReportedError(fault, 'Error al abrir la pestaña');

  async function checkServer(reload: () => void) {
    setChecking(true);
    setFault(null);
    const isReachable = await isServerReachable();
    setChecking(false);
    setFault(isReachable ? error : noConnection());
    if (isReachable) reload();
  }
  const handleMount = useEffectEvent(() => checkServer(() => reloadOnceFor(error)));
  const retry = () => void checkServer(() => location.reload());
  const retryWhenOnline = useEffectEvent(retry);

  useEffect(() => {
    // If the server is reachable, a deploy has removed the chunk: a reload gets the new version.
    void handleMount();
    const listen = () => retryWhenOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);

  return <TabError text="No pudimos traer esta pestaña." isBusy={isChecking} retry={retry} />;
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
