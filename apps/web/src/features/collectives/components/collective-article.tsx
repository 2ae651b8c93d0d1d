import type { Collective } from '@minga/contract/collectives';
import { IconMapPin, IconRosetteDiscountCheckFilled, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FeedsButton } from '../../../components/feeds-button.tsx';
import { Note } from '../../../components/note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ShareButton } from '../../../components/share-button.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { followersText, noticeOf, rightsOf } from '../state.ts';
import classes from './collective-article.module.css';
import { CollectiveContact } from './collective-contact.tsx';
import { CollectivePicture } from './collective-picture.tsx';
import { FollowControl } from './follow-control.tsx';
import { MemberActions } from './member-actions.tsx';

interface Props {
  collective: Collective;
  isSignedIn: boolean;
  activities: ReactNode;
  report: ReactNode;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function CollectiveArticle({ collective, isSignedIn, activities, report }: Props) {
  const { slug, name, description, place, isVerified, followers, status, myRole } = collective;
  const notice = noticeOf(collective);
  const followersLine = followersText(followers);
  return (
    <article className={classes.collective}>
      <div className={classes.picture}>
        <CollectivePicture
          collective={collective}
          sizes="(max-width: 62rem) 100vw, 50rem"
          isUrgent
          stitch={9}
        />
      </div>
      <header className={classes.head}>
        <PageHeading title={name} />
        {isVerified && (
          <p className={classes.verified}>
            <IconRosetteDiscountCheckFilled {...icon} />
            <span>
              <strong>Colectivo verificado.</strong> La administración de Minga comprobó que es quien dice
              ser.
            </span>
          </p>
        )}
        {notice && (
          <Note tone={notice.tone}>
            <strong>{`${notice.name}.`}</strong>
            <span>{` ${notice.text}`}</span>
          </Note>
        )}
        {description !== '' && <p className={classes.description}>{description}</p>}
      </header>
      <aside className={classes.aside} aria-label="Seguir y contactar">
        {rightsOf(myRole).isMember && <MemberActions collective={collective} />}
        {status === 'active' && <FollowControl collective={collective} isSignedIn={isSignedIn} />}
        <ul className={classes.facts} aria-label="Datos">
          {followersLine && (
            <li>
              <IconUsers {...icon} />
              <span>{followersLine}</span>
            </li>
          )}
          {place !== '' && (
            <li>
              <IconMapPin {...icon} />
              <span>{place}</span>
            </li>
          )}
        </ul>
        <CollectiveContact collective={collective} />
        {status === 'active' && (
          <Link to="/impacto" search={{ colectivo: slug }} className={linkClasses.link}>
            Ver lo que ha logrado
          </Link>
        )}
        {status === 'active' && (
          <div className={classes.actions}>
            <ShareButton title={name} path={`/colectivos/${slug}`} />
            <FeedsButton
              urlOf={extension => `/colectivos/${slug}.${extension}`}
              embedUrl={`/incrustar?colectivo=${slug}`}
            />
          </div>
        )}
      </aside>
      <div className={classes.activities}>
        {activities}
        {report}
      </div>
    </article>
  );
}
