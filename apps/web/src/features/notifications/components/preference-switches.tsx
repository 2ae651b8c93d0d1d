import { type NotificationPreferences, notificationKinds } from '@minga/contract/notification-settings';
import { Switch } from '../../../components/switch.tsx';
import { useUpdatePreferences } from '../api/update-preferences.ts';
import { kindNames } from '../kinds.ts';
import classes from './preference-switches.module.css';

const channels = [
  { channel: 'email', label: 'Por correo' },
  { channel: 'live', label: 'En la campana' },
] as const;

/** Two switches for each kind. A change is saved immediately. */
export function PreferenceSwitches({ preferences }: { preferences: NotificationPreferences }) {
  const { mutate } = useUpdatePreferences();
  return (
    <div className={classes.kinds}>
      {notificationKinds.map(kind => (
        <fieldset key={kind} className={classes.kind}>
          <legend className={classes.title}>{kindNames[kind].title}</legend>
          <p className={classes.text}>{kindNames[kind].text}</p>
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
        </fieldset>
      ))}
    </div>
  );
}
