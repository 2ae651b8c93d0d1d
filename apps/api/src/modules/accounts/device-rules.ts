import Bowser from 'bowser';

const UNKNOWN = 'Dispositivo desconocido';
const DEVICE_MAX = 60;

/** Browser and system by the User-Agent header, such as 'Chrome en Android'; a client can send anything there. */
export function describeDevice(userAgent: string): { device: string; isPhone: boolean } {
  if (userAgent === '') return { device: UNKNOWN, isPhone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter(name => name !== undefined && name !== '');
  return {
    device: names.length === 0 ? UNKNOWN : names.join(' en ').slice(0, DEVICE_MAX),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  };
}
