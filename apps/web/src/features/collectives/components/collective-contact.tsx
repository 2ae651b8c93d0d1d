import type { Collective } from '@minga/contract/collectives';
import { IconBrandWhatsapp, IconWorld } from '@tabler/icons-react';
import { websiteName, whatsAppContact } from '../state.ts';
import classes from './collective-contact.module.css';

interface Props {
  collective: Pick<Collective, 'website' | 'whatsapp'>;
}

const icon = { size: 20, 'aria-hidden': true } as const;
/** Members write the addresses: they get no credit from search engines, and no access to this window. */
const foreign = { target: '_blank', rel: 'noopener nofollow' } as const;

/** The collective's website and WhatsApp, as far as it has them. */
export function CollectiveContact({ collective: { website, whatsapp } }: Props) {
  if (website === null && whatsapp === null) return null;
  const contact = whatsapp === null ? null : whatsAppContact(whatsapp);
  return (
    <ul className={classes.contact} aria-label="Contacto">
      {website !== null && (
        <li>
          <a href={website} className={classes.link} {...foreign}>
            <IconWorld {...icon} />
            <span>{websiteName(website)}</span>
          </a>
        </li>
      )}
      {contact && (
        <li>
          <a href={contact.href} className={classes.link} {...foreign}>
            <IconBrandWhatsapp {...icon} />
            <span>{contact.text}</span>
          </a>
        </li>
      )}
    </ul>
  );
}
