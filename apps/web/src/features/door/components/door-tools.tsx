import { Button } from '@mantine/core';
import { IconQrcode, IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { Switch } from '../../../components/switch.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { whenLoaded } from '../../../lib/load-code.ts';
import { isMuted, setMuted } from '../sounds.ts';
import classes from './door-tools.module.css';
import type { WalkIn } from './walk-in-dialog.tsx';

const loadScanner = () => import('./scanner.tsx');
const Scanner = lazy(() => loadScanner().then(module => ({ default: module.Scanner })));
const loadDialog = () => import('./walk-in-dialog.tsx');
const WalkInDialog = lazy(() => loadDialog().then(module => ({ default: module.WalkInDialog })));

interface Props {
  readonly onRead: (text: string) => void;
  readonly onWalkIn: (walkIn: WalkIn) => void;
  /** Leads from the camera to the list. */
  readonly onList: () => void;
}

/** The camera, below its button so that this stays under the finger; those who come without having signed up, and the sound. */
export function DoorTools({ onRead, onWalkIn, onList }: Props) {
  const [isScanning, setScanning] = useState(false);
  const [isSilent, setSilent] = useState(isMuted);
  const walkIn = useLazyDialog(loadDialog);

  return (
    <>
      <div className={classes.tools}>
        <Button
          size="md"
          variant={isScanning ? 'default' : 'filled'}
          leftSection={<IconQrcode size={22} aria-hidden />}
          onClick={() => (isScanning ? setScanning(false) : whenLoaded(loadScanner, () => setScanning(true)))}
        >
          {isScanning ? 'Cerrar la cámara' : 'Leer códigos'}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconUserPlus size={22} aria-hidden />}
          onClick={walkIn.open}
        >
          Llegó sin confirmar
        </Button>
      </div>
      {isScanning && (
        <Suspense fallback={<LoadingStatus text="Abriendo la cámara…" />}>
          <Scanner
            onText={onRead}
            onList={() => {
              setScanning(false);
              onList();
            }}
          />
        </Suspense>
      )}
      <Switch
        label="Sonido"
        isOn={!isSilent}
        onChange={isOn => {
          setMuted(!isOn);
          setSilent(!isOn);
        }}
      />
      {walkIn.isMounted && (
        <Suspense>
          <WalkInDialog isOpen={walkIn.isOpen} onClose={walkIn.close} onAdmit={onWalkIn} />
        </Suspense>
      )}
    </>
  );
}
