import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './promotion-star.module.css';

interface Props {
  title: string;
  isPromoted: boolean;
  isBusy: boolean;
  onToggle: () => void;
}

/** Toggles an activity's promotion; a filled star is on. */
export function PromotionStar({ title, isPromoted, isBusy, onToggle }: Props) {
  const Icon = isPromoted ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={isPromoted}
      aria-label={`Promocionar: ${title}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onToggle}
    >
      <Icon size={24} aria-hidden />
    </button>
  );
}
