import { safeLocalStorage } from '../../lib/safe-storage.ts';

const KEY = 'minga.alert-offer';

/** Whether 'Ahora no' was pressed in this browser. */
export const isOfferDeclined = (): boolean => typeof safeLocalStorage.get(KEY) === 'string';

export const declineOffer = (): void => void safeLocalStorage.set(KEY, 'no');
