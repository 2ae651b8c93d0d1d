import { Skeleton } from '@mantine/core';
import classes from './loading.module.css';
import { LoadingStatus } from './loading-status.tsx';

interface Props {
  /** Announced while loading; absent where the page announces it. */
  text?: string;
  count?: number;
}

/** Placeholders for loading cards: a 16:9 picture, a calendar leaf with two lines, a button. */
export function CardSkeletons({ text, count = 6 }: Props) {
  const cards = Array.from({ length: count }, (_, index) => `card-${index}`);
  return (
    <>
      {text && <LoadingStatus text={text} isHidden />}
      <div className={classes.grid} aria-hidden="true">
        {cards.map(card => (
          <div key={card} className={`card ${classes.card}`}>
            <Skeleton className={classes.picture} height="auto" radius={0} />
            <div className={classes.lines}>
              <Skeleton height={24} width="85%" />
              <div className={classes.when}>
                <Skeleton height={68} width={52} />
                <div className={classes.words}>
                  <Skeleton height={16} />
                  <Skeleton height={16} width="60%" />
                </div>
              </div>
              <Skeleton height={44} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
