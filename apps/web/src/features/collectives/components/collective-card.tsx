import type { Collective } from '@minga/contract/collectives';
import { IconCalendarHeart, IconMapPin, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { VerifiedMark } from '../../../components/verified-mark.tsx';
import { followersText, noticeOf, ownRoleText, upcomingText } from '../state.ts';
import classes from './collective-card.module.css';
import { CollectivePicture } from './collective-picture.tsx';

interface Props {
  collective: Collective;
  /** In the list of the member's own: shows the role and whether it is public. */
  isOwn?: boolean;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** A collective in a list. */
export function CollectiveCard({ collective, isOwn = false }: Props) {
  const { _id, slug, name, place, isVerified, followers, upcoming, myRole } = collective;
  const headingId = `${isOwn ? 'own' : 'collective'}-${_id}`;
  const notice = noticeOf(collective);
  const followersLine = followersText(followers);
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <div className={classes.picture}>
        <CollectivePicture collective={collective} sizes="7rem" />
      </div>
      <div className={classes.body}>
        <h3 id={headingId} className={classes.name}>
          <Link to="/colectivos/$slug" params={{ slug }} className={classes.link}>
            {name}
          </Link>
          {isVerified && <VerifiedMark />}
        </h3>
        {isOwn && (
          <ul className={classes.tags} aria-label="Tu parte">
            {myRole && <li className={classes.role}>{ownRoleText(myRole)}</li>}
            {notice && <li className={classes[notice.tone]}>{notice.name}</li>}
          </ul>
        )}
        <ul className={classes.facts} aria-label="Datos">
          {place !== '' && (
            <li>
              <IconMapPin {...icon} />
              <span>{place}</span>
            </li>
          )}
          <li>
            <IconCalendarHeart {...icon} />
            <span>{upcomingText(upcoming)}</span>
          </li>
          {followersLine && (
            <li>
              <IconUsers {...icon} />
              <span>{followersLine}</span>
            </li>
          )}
        </ul>
      </div>
    </article>
  );
}
