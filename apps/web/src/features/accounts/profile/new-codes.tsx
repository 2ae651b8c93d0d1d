import { lazy, Suspense } from 'react';

const NewCodesDialog = lazy(async () => ({
  default: (await import('./new-codes-dialog.tsx')).NewCodesDialog,
}));

interface Props {
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Shows new recovery codes, if there are any. */
export const NewCodes = ({ codes, onClose }: Props) =>
  codes && (
    <Suspense>
      <NewCodesDialog codes={codes} onClose={onClose} />
    </Suspense>
  );
