import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { type NotificationPreferences, notificationKinds } from '@minga/contract/notifications';
import { useUpdatePreferences } from '../api/update-preferences.ts';
import { kindNames } from '../kinds.ts';
import classes from './preference-switches.module.css';

const ways = [
  { way: 'email', label: 'Por correo' },
  { way: 'live', label: 'En la campana' },
] as const;

/** Each kind with its two switches; there is no button to save. */
export function PreferenceSwitches({ preferences }: { preferences: NotificationPreferences }) {
  const { mutate } = useUpdatePreferences();
  return (
    <div className={classes.kinds}>
      {notificationKinds.map(kind => (
        <fieldset key={kind} className={classes.kind}>
          <legend className={classes.title}>{kindNames[kind].title}</legend>
          <p className={classes.text}>{kindNames[kind].text}</p>
          <div className={classes.ways}>
            {ways.map(({ way, label }) => (
              <Switch
                key={way}
                label={label}
                checked={preferences[kind][way]}
                onChange={event => mutate({ kind, way, isWanted: event.currentTarget.checked })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
