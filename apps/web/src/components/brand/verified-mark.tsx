import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import classes from './verified-mark.module.css';

/** After the name of what the administration has verified, on the line of its last word. */
export const VerifiedMark = ({ size = 20 }: { size?: number }) => (
  <span className={classes.place}>
    {'\u00a0'}
    <span role="img" aria-label="Verificado" title="Verificado" className={classes.mark}>
      <IconRosetteDiscountCheckFilled size={size} aria-hidden />
    </span>
  </span>
);
