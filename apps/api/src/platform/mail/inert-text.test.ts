import { expect, it } from 'vitest';
import { inertProse, inertText } from './inert-text.ts';

it.each([
  ['Visita https://estafa.example/premio?x=1', 'Visita https: //estafa . example/premio?x=1'],
  ['www.estafa.co y estafa.com.co', 'www . estafa . co y estafa . com . co'],
  ['Escribe a ana@estafa.co', 'Escribe a ana@estafa . co'],
  ['A las 9:00 a. m., 3.5 km, cra. 5', 'A las 9:00 a. m., 3.5 km, cra. 5'],
  ['estafa。example', 'estafa . example'],
  ['Ｅｓｔａｆａ｡ｅｘａｍｐｌｅ', 'Estafa . example'],
  ['esta\u00adfa\u200b.example', 'estafa . example'],
  ['estafa%2eexample', 'estafa . example'],
  ['EsTaFa.ExAmPlE y Estafa.Com', 'EsTaFa . ExAmPlE y Estafa . Com'],
  ['hxxp://203.0.113.7:80/a', 'hxxp: //203 . 0 . 113 . 7:80/a'],
  ['http:\\\\estafa', 'http: \\\\estafa'],
  ['xn--estfa-6ve.xn--p1ai', 'xn--estfa-6ve . xn--p1ai'],
  [
    'Sr.Pérez, Ma.Isabel, etc.Luego, 9.30, 1.500.000, p.m.',
    'Sr.Pérez, Ma.Isabel, etc.Luego, 9.30, 1.500.000, p.m.',
  ],
  ['１º piso… 👨‍👩‍👧 ½ taza', '１º piso… 👨‍👩‍👧 ½ taza'],
  ['Parque Caldas', 'Parque Caldas'],
  ['', ''],
])('%j is written as %j', (text, expected) => {
  expect(inertText(text)).toBe(expected);
});

it.each([
  'https://maps.app.goo.gl/Ab12Cd34Ef',
  'https://goo.gl/maps/Ab12Cd34',
  'https://www.google.com/maps/place/Parque+Caldas/@2.4418,-76.6063,17z/data=!3m1!4b1',
  'https://www.google.com/maps?q=2.44,-76.6',
  'https://www.google.com/maps/place/Caf%C3%A9+Popay%C3%A1n',
  'https://maps.google.com/?q=2.44,-76.6',
  'https://maps.apple.com/?ll=2.44,-76.6&q=Parque',
  'https://waze.com/ul?ll=2.44,-76.6&navigate=yes',
  'https://www.openstreetmap.org/?mlat=2.44&mlon=-76.6#map=17/2.44/-76.6',
  'https://www.openstreetmap.org/way/1234',
  'https://meet.google.com/abc-defg-hij',
  'https://us02web.zoom.us/j/81234567890?pwd=a1B2.1',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0?context=%7b%22Tid%22%7d',
  'https://meet.jit.si/MingaDelRio',
])('%j stays whole in prose, alone and in a sentence', link => {
  for (const text of [link, `Nos vemos en ${link}.`, `(${link})`, `«${link}», y luego`])
    expect(inertProse(text)).toBe(text);
  // In a name or a subject the link does not work.
  expect(inertText(link)).not.toBe(link);
});

it.each([
  'https://www.google.com/url?q=https://estafa.example',
  'https://www.google.com/amp/s/estafa.example',
  'https://maps.google.com/url?q=https://estafa.example',
  'https://maps.app.goo.gl.estafa.example/a',
  'https://estafa.example/https://meet.google.com/abc-defg-hij',
  'https://meet.google.com@estafa.example/abc',
  'https://meet.google.com:8080/abc',
  'https://meet.google.com\\@estafa.example/abc',
  'http://meet.google.com/abc-defg-hij',
  'https://zoom.us.estafa.example/j/1',
  'https://estafazoom.us/j/1',
  'https://zoom.us/signin?return=https://estafa.example',
  'https://sites.google.com/view/premio',
  'https://meet.google.com/../url?q=estafa.example',
  'https://meet.google\u00ad.com.estafa.example/abc',
  'https://www.google.com/maps/%2e%2e/url?q=https://estafa.example',
  'https://teams.microsoft.com/l/meetup-join/../../estafa',
  'https://forms.gle/abc',
  'https://www.openstreetmap.org/user/estafa',
])('%j does not work in prose', link => {
  expect(inertProse(`Mira ${link} ya`)).toBe(`Mira ${inertText(link)} ya`);
});
