import type { WholeActivity } from '@minga/contract/activities';
import type { Need } from '@minga/contract/needs';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { needTimes } from '../../../lib/attendance/claims-text.ts';
import { missingOf, missingText } from '../../../lib/attendance/free-places-text.ts';
import { digits } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { useIsPast } from '../model.ts';
import classes from './activity.module.css';

interface Props {
  readonly activity: Pick<WholeActivity, 'date' | 'endDate' | 'needs'>;
  /** Opens the confirmation with this need chosen; null where the viewer cannot confirm now. */
  readonly onChoose: ((needId: string) => void) | null;
}

/** The style sheet has the same number. */
const FIRST = 6;

/** 'Qué se necesita': each task and thing with what it has and lacks. Open ones come first; nothing for most activities. */
export function NeedChips({ activity, onChoose }: Props) {
  const isPast = useIsPast(activity);
  const [isWhole, setWhole] = useState(false);
  const { needs, date } = activity;
  if (needs.length === 0 || isPast) return null;
  const sorted = [...needs].sort(
    (one, other) => Number(missingOf(one) === 0) - Number(missingOf(other) === 0),
  );
  const rest = isWhole ? 0 : sorted.length - FIRST;
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className={classes.sectionTitle}>
        Qué se necesita
      </h2>
      {/* The style sheet hides the rest where a script can show it. */}
      <ul className={`cluster ${classes.needs}`} data-folded={rest > 0 || undefined}>
        {sorted.map(need => (
          <NeedChip key={need._id} need={need} date={date} onChoose={onChoose} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="plain link target" onClick={() => setWhole(true)}>
          {`Ver ${digits(rest)} más`}
        </button>
      )}
    </section>
  );
}

interface ChipProps {
  readonly need: Need;
  readonly date: string;
  readonly onChoose: Props['onChoose'];
}

function NeedChip({ need, date, onChoose }: ChipProps) {
  const { _id, name, quantity, taken, note } = need;
  const isCovered = missingOf(need) === 0;
  const facts = [needTimes(need, date), note].filter(text => text !== '').join(DOT);
  const canChoose = onChoose !== null && !isCovered;
  return (
    <li className={`stack card ${classes.need}`} data-covered={isCovered || undefined}>
      <span className="row">
        <span className={classes.needName}>{missingText(need) ?? `${name}: completo`}</span>
        {isCovered ? <IconCheck size={18} aria-hidden /> : canChoose && <IconPlus size={18} aria-hidden />}
      </span>
      {/* Text and progress say the same to screen readers. */}
      <progress
        className={classes.bar}
        value={Math.min(taken, quantity)}
        max={quantity}
        aria-label={`${name}: ${digits(Math.min(taken, quantity))} de ${digits(quantity)}`}
      />
      {facts !== '' && <span className="soft small">{facts}</span>}
      {/* Covers the chip: without JavaScript the text stays. */}
      {canChoose && (
        <button
          type="button"
          className={`plain ${classes.chooseNeed}`}
          aria-label={`Ayudar con ${name}`}
          onClick={() => onChoose(_id)}
        />
      )}
    </li>
  );
}
