import { useOnline } from '../../components/use-online.ts';
import classes from './offline-banner.module.css';

/** Says that the network is gone, and by disappearing that it is back. */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.banner}>Sin conexión a internet. Lo que ves puede no estar al día.</p>
      )}
    </div>
  );
}
