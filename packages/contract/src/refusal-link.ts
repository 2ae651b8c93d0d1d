/**
 * Begins the token of an e-mail's link «No fui yo, quítame», whose page is that of personal links: a route of its own would add to what every
 * screen loads.
 */
export const REFUSAL_TOKEN = 'no-fui-yo.';
