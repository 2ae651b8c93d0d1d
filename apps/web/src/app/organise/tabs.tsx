import { lazy, Suspense } from 'react';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OrganisedActivity } from '../../features/activities/own/organised-activity.tsx';
import { preload } from '../../lib/errors/load-code.ts';

const load = {
  gente: () => import('./people.tsx').then(({ People }) => ({ default: People })),
  mensajes: () => import('./messages.tsx').then(({ Messages }) => ({ default: Messages })),
  despues: () => import('./after.tsx').then(({ After }) => ({ default: After })),
  equipo: () => import('./team.tsx').then(({ Team }) => ({ default: Team })),
};
const screens = {
  gente: lazy(load.gente),
  mensajes: lazy(load.mensajes),
  despues: lazy(load.despues),
  equipo: lazy(load.equipo),
};

interface Props {
  readonly id: string;
  readonly tab: keyof typeof screens;
}

/** The screens of an activity for those who manage it, below its line and the tabs. */
export function Tabs({ id, tab }: Props) {
  const Screen = screens[tab];
  // The code loads while the activity is fetched.
  preload(load[tab])();
  return (
    <OrganisedActivity id={id} isText={tab !== 'gente'}>
      {activity => (
        <Suspense fallback={<LoadingStatus text="Cargando…" />}>
          <Screen activity={activity} />
        </Suspense>
      )}
    </OrganisedActivity>
  );
}
