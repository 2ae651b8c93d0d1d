import { Skeleton } from '@mantine/core';
import {
  notificationKinds,
  type NotificationPreferences as PreferenceSwitchesNotificationPreferences,
} from '@minga/contract/notification-settings';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Switch } from '../../components/form/switch.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { SectionError } from '../../components/page/page-section.tsx';
import { useScrollToHash } from '../../components/page/use-scroll-to-hash.ts';
import { preferencesQuery, useUpdatePreferences } from './api.ts';
import { kindNames } from './model.ts';
import classes from './notifications.module.css';

/** The notification preferences. Scrolls to the heading `headingId` of the page if the URL's hash is that id. */
export function NotificationPreferences({ headingId }: { headingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(preferencesQuery);
  useScrollToHash(headingId);

  if (data !== undefined) return <PreferenceSwitches preferences={data} />;
  if (!error) {
    return (
      <>
        <LoadingStatus text="Cargando tus avisos…" isHidden />
        <Skeleton height={320} />
      </>
    );
  }
  return (
    <SectionError
      error={error}
      fallback="Error al cargar tus avisos"
      isBusy={isFetching}
      retry={() => void refetch()}
    />
  );
}

const channels = [
  { channel: 'email', label: 'Por correo' },
  { channel: 'live', label: 'En la campana' },
] as const;

function channelsText({ email, live }: PreferenceSwitchesNotificationPreferences['follow']): string {
  if (email && live) return 'Por correo y en la campana';
  if (email) return 'Solo por correo';
  return live ? 'Solo en la campana' : 'No te avisamos';
}

/** Two switches for each kind, folded to what they say. A change is saved immediately. */
function PreferenceSwitches({ preferences }: { preferences: PreferenceSwitchesNotificationPreferences }) {
  const { mutate } = useUpdatePreferences();
  return (
    <div className={classes.kinds}>
      {notificationKinds.map(kind => (
        <fieldset key={kind} className={classes.kind}>
          <legend className="unseen">{kindNames[kind].title}</legend>
          <details>
            <summary className={classes.kindSummary}>
              <span className="strong">{kindNames[kind].title}</span>
              <span className="soft small">{channelsText(preferences[kind])}</span>
              <IconChevronDown size={20} className={classes.kindArrow} aria-hidden />
            </summary>
            <p className="soft">{kindNames[kind].text}</p>
            <div className={classes.channels}>
              {channels.map(({ channel, label }) => (
                <Switch
                  key={channel}
                  label={label}
                  isOn={preferences[kind][channel]}
                  onChange={isWanted => mutate({ kind, channel, isWanted })}
                />
              ))}
            </div>
          </details>
        </fieldset>
      ))}
    </div>
  );
}
