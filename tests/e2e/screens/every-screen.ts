import { accountScreens } from './account-screens.ts';
import { activityFormScreens } from './activity-form-screens.ts';
import { activityScreens } from './activity-screens.ts';
import { administrationScreens } from './administration-screens.ts';
import { afterScreens } from './after-screens.ts';
import { arrivalScreens } from './arrival-screens.ts';
import { attendedScreens } from './attended-screens.ts';
import { attendeeLinkScreens } from './attendee-link-screens.ts';
import { bringScreens, refusalScreens } from './bring-screens.ts';
import { collectiveScreens } from './collective-screens.ts';
import { doorScreens } from './door-screens.ts';
import { hoursScreens } from './hours-screens.ts';
import { mapScreens } from './map-screens.ts';
import { memberScreens } from './member-screens.ts';
import { memoryScreens } from './memory-screens.ts';
import { passkeyScreens } from './passkey-screens.ts';
import { placeScreens } from './place-screens.ts';
import { profileScreens } from './profile-screens.ts';
import { publicScreens } from './public-screens.ts';
import { reportScreens } from './report-screens.ts';
import type { Screen } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { superadminScreens } from './superadmin-screens.ts';

/** The product's screens, each in all of its states. */
export const everyScreen: readonly Screen[] = [
  ...publicScreens,
  ...mapScreens,
  ...accountScreens,
  ...afterScreens,
  ...attendeeLinkScreens,
  ...refusalScreens,
  ...arrivalScreens,
  ...placeScreens,
  ...activityScreens,
  ...attendedScreens,
  ...activityFormScreens,
  ...memberScreens,
  ...bringScreens,
  ...doorScreens,
  ...hoursScreens,
  ...profileScreens,
  ...passkeyScreens,
  ...securityScreens,
  ...administrationScreens,
  ...superadminScreens,
  ...collectiveScreens,
  ...memoryScreens,
  ...reportScreens,
];
