const KEY = 'minga.alert-offer';

// Storage may be switched off; then one is asked again at the next visit.

/** Has somebody in this browser answered 'Ahora no'? */
export function isOfferDeclined(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function declineOffer(): void {
  try {
    localStorage.setItem(KEY, 'no');
  } catch {}
}
