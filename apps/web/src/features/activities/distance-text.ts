import { digits } from '../../lib/digits.ts';

/** 'a 1,6 km' */
export const distanceText = (km: number): string => `a ${digits(km)} km`;
