import Bowser from 'bowser';

/** What a browser says it is, for its owner to recognise it: 'Chrome en Android'. Not proof of anything. */
export function describeDevice(userAgent: string): { device: string; isPhone: boolean } {
  if (userAgent === '') return { device: 'Dispositivo desconocido', isPhone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter(name => name !== undefined && name !== '');
  return {
    device: names.length === 0 ? 'Dispositivo desconocido' : names.join(' en '),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  };
}
