import { accountScreens } from './account-screens.ts';
import { activityFormScreens } from './activity-form-screens.ts';
import { activityScreens } from './activity-screens.ts';
import { administrationScreens } from './administration-screens.ts';
import { attendeeLinkScreens } from './attendee-link-screens.ts';
import { collectiveScreens } from './collective-screens.ts';
import { doorScreens } from './door-screens.ts';
import { mapScreens } from './map-screens.ts';
import { memberScreens } from './member-screens.ts';
import { profileScreens } from './profile-screens.ts';
import { publicScreens } from './public-screens.ts';
import type { Screen } from './screen.ts';

/** The product's screens, each in all of its states. */
export const everyScreen: readonly Screen[] = [
  ...publicScreens,
  ...mapScreens,
  ...accountScreens,
  ...attendeeLinkScreens,
  ...activityScreens,
  ...activityFormScreens,
  ...memberScreens,
  ...doorScreens,
  ...profileScreens,
  ...administrationScreens,
  ...collectiveScreens,
];
