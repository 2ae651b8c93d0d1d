import { Button } from '@mantine/core';
import type { WholeActivity } from '@minga/contract/activities';
import { IconHandStop } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { claimTexts } from '../../../lib/claims-text.ts';
import { preload } from '../../../lib/load-code.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import type { Bearer } from '../api/answer-offer.ts';
import { useChangeClaims } from '../api/change-claims.ts';
import type { OwnParty } from '../remembered-parties.ts';
import classes from './attending-notice.module.css';

interface Props {
  readonly bearer: Bearer;
  readonly activity: Pick<WholeActivity, 'date' | 'needs' | 'needsRequired'>;
  readonly party: OwnParty;
}

const loadDialog = () => import('./claims-dialog.tsx');
const preloadDialog = preload(loadDialog);
const ClaimsDialog = lazy(() => loadDialog().then(module => ({ default: module.ClaimsDialog })));

/** What the viewer takes on, and the button that changes it. */
export function ChangeClaims({ bearer, activity, party: { companions, claims } }: Props) {
  const { needs, needsRequired, date } = activity;
  const change = useChangeClaims(bearer);
  const { isOpen, isMounted, open, close } = useLazyDialog(loadDialog);
  const texts = claimTexts(needs, claims);
  return (
    <>
      {texts.length > 0 && <p className={classes.claims}>{`Elegiste: ${texts.join(', ')}`}</p>}
      <Button
        fullWidth
        variant="subtle"
        leftSection={<IconHandStop size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {texts.length === 0 ? 'Elegir en qué ayudo' : 'Cambiar en qué ayudo'}
      </Button>
      <Suspense>
        {isMounted && (
          <ClaimsDialog
            title="En qué ayudo y qué llevo"
            {...{ needs, date, claims, isOpen }}
            isRequired={needsRequired}
            size={1 + companions}
            saveLabel="Guardar"
            onSave={async chosen => {
              await change.mutateAsync(chosen);
              toastSuccess('Guardamos en qué ayudas');
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
