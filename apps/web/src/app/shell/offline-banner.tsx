import { useOnline } from '../../components/use-online.ts';
import classes from './offline-banner.module.css';
import { shownAge } from './slots.ts';

/** Shown while offline, with the age of the displayed data. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const age = shownAge.useContent();
  return (
    <div role="status">
      {age ??
        (!isOnline && (
          <p className={classes.banner}>Sin conexión a internet. Lo que ves puede no estar al día.</p>
        ))}
    </div>
  );
}
