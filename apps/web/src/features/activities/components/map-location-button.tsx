import { Button } from '@mantine/core';
import type { Location } from '@minga/contract/location';
import { IconMap2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { preload } from '../../../lib/load-code.ts';

export const loadPicker = () => import('../../../components/map/point-picker.tsx');
const PointPicker = lazy(() => loadPicker().then(module => ({ default: module.PointPicker })));

interface Props {
  /** Where the pin starts; null: in the middle of the site's region. */
  start: Location | null;
  onPick: (location: Location) => void;
}

/** Opens the map on which the location is chosen. */
export function MapLocationButton({ start, onPick }: Props) {
  const { isMounted, isOpen, open, close } = useLazyDialog(loadPicker);
  const preloadPicker = preload(loadPicker);
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconMap2 size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadPicker}
        onFocus={preloadPicker}
      >
        Elegir en el mapa
      </Button>
      {isMounted && (
        <Suspense>
          <PointPicker
            isOpen={isOpen}
            start={start}
            onClose={close}
            onPick={location => {
              onPick(location);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
