import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { Fold } from './fold.tsx';

/** A closed section whose content, which may be lazy, is mounted when it is first opened. */
export function LazyFold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Fold title={title} summary="" hasError={false} onOpen={() => setOpened(true)}>
      {wasOpened && <Suspense fallback={<Skeleton height={92} />}>{children}</Suspense>}
    </Fold>
  );
}
