import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import sectionClasses from '../../../../components/page-section.module.css';
import classes from './profile-view.module.css';

export const ProfileSkeleton = () => (
  <>
    <LoadingStatus text="Cargando tu perfil…" isHidden />
    <div className={classes.layout} aria-hidden="true">
      <div className={classes.indexSkeleton}>
        <Skeleton height={20} width="60%" />
        <Skeleton height={20} width="80%" />
        <Skeleton height={20} width="70%" />
      </div>
      <div className={classes.sections}>
        <Card>
          <Skeleton height={46} />
          <Skeleton height={46} />
          <Skeleton height={46} />
        </Card>
        <Card>
          <Skeleton height={20} />
        </Card>
        <Card>
          <Skeleton height={20} />
        </Card>
      </div>
    </div>
  </>
);

const Card = ({ children }: { children: ReactNode }) => (
  <div className={sectionClasses.section}>
    <Skeleton height={26} width={180} />
    <div className={sectionClasses.content}>
      {children}
      <Skeleton height={44} width={150} />
    </div>
  </div>
);
