import { useOnline } from '../../components/use-online.ts';
import classes from './offline-banner.module.css';
import { shownAge } from './slots.ts';

/** Says that the network is gone and of when is what one reads, and by disappearing that it is back. */
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
