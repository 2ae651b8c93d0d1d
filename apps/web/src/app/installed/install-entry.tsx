import { IconDeviceMobileDown } from '@tabler/icons-react';
import panel from '../shell/account-panel.module.css';
import { install } from './install.tsx';

/** An entry of the account menu where the browser can install the app. */
export const InstallEntry = () => (
  <button type="button" className={panel.entry} onClick={install}>
    <IconDeviceMobileDown size={22} aria-hidden />
    Instalar la app
  </button>
);
