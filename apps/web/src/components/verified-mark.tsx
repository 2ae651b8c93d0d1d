import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import classes from './verified-mark.module.css';

/** Next to the name of what the administration has verified. */
export const VerifiedMark = ({ size = 20 }: { size?: number }) => (
  <span role="img" aria-label="Verificado" title="Verificado" className={classes.mark}>
    <IconRosetteDiscountCheckFilled size={size} aria-hidden />
  </span>
);
