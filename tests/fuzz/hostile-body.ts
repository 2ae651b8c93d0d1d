import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileText, nested } from './hostile.ts';
import type { Probe } from './probe.ts';

export const JSON_TYPE = 'application/json';

type Sent = Pick<Probe, 'what' | 'headers' | 'body'>;

const sent = (what: string, body: string | Buffer, type: string = JSON_TYPE, more = {}): Sent => ({
  what,
  headers: { ...(type !== '' && { 'content-type': type }), ...more },
  body,
});

const good = '{"title":"Siembra","email":"nadie@example.org","token":"x"}';

/** Bodies that are wrong as such, whatever was asked for. */
export const hostileBody: fc.Arbitrary<Sent> = fc.constantFrom(
  sent('nothing as JSON', ''),
  sent('null', 'null'),
  sent('a list', '[]'),
  sent('a text', '"x"'),
  sent('a number', '1e999'),
  sent('half a JSON', '{"title":'),
  sent('JSON and more', `${good}x`),
  sent('a field twice', '{"email":"a@example.org","email":["b"]}'),
  sent('a byte-order mark', `\ufeff${good}`),
  sent('__proto__', '{"__proto__":{"hostile":true}}'),
  sent('__proto__ escaped', String.raw`{"\u005f_proto__":{"hostile":true}}`),
  sent('constructor', '{"constructor":{"prototype":{"hostile":true}}}'),
  sent('nested lists', nested(49_000)),
  sent('nested objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`),
  sent('nested in a field', `{"title":${nested(40_000)}}`),
  sent('nested as text', `{"responsible":${JSON.stringify(nested(40_000))}}`),
  sent('many fields', `{${Array.from({ length: 9_000 }, (_, n) => `"a${n}":1`).join(',')}}`),
  sent('too much', JSON.stringify({ title: 'a'.repeat(200_000) })),
  sent('NUL', '{"title":"a\0b"}'),
  sent('half a character', String.raw`{"title":"\ud800","email":"a\udfff@example.org"}`),
  sent('half a character as a name', String.raw`{"\ud800":1}`),
  sent(
    'bad UTF-8',
    Buffer.from([...Buffer.from('{"title":"'), 0xff, 0xfe, 0xc0, 0x80, ...Buffer.from('"}')]),
  ),
  sent('UTF-16', Buffer.from(good, 'utf16le'), 'application/json; charset=utf-16'),
  sent('an unknown charset', good, 'application/json; charset=\u00ff'),
  sent('no media type', good, ''),
  sent('a broken media type', good, 'x'),
  sent('an endless media type', good, `application/${'x'.repeat(5_000)}`),
  sent('two media types', good, 'application/json, text/plain'),
  sent('text', good, 'text/plain'),
  sent('XML', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', 'application/xml'),
  sent('a plain form', 'title=x&title=y&__proto__=z', 'application/x-www-form-urlencoded'),
  sent('merge patch', good, 'application/merge-patch+json'),
  sent('announced as packed', good, JSON_TYPE, { 'content-encoding': 'gzip' }),
  sent('packed zeros', gzipSync(Buffer.alloc(20_000_000)), JSON_TYPE, { 'content-encoding': 'gzip' }),
  sent('a form without boundary', good, 'multipart/form-data'),
  sent('a form where none belongs', '--x--\r\n', 'multipart/form-data; boundary=x'),
);

/** The smallest PNG: one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Part {
  readonly disposition: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

const field = (name: string, content: string): Part => ({
  disposition: `form-data; name="${name}"`,
  content,
});

const file = (
  content: string | Buffer,
  name = 'foto.png',
  type = 'image/png',
  fieldName = 'image',
): Part => ({
  disposition: `form-data; name="${fieldName}"; filename="${name}"`,
  type,
  content,
});

const fields = [
  field('title', 'Siembra'),
  field('date', '2027-03-01T15:00:00Z'),
  field('place', 'Vereda'),
  field('responsible', '["Ana","Luz"]'),
];

const hostilePart: fc.Arbitrary<Part> = fc.oneof(
  fc.constantFrom(
    file(picture),
    file(picture, '../../../../tmp/x.png'),
    file(picture, 'a\0.png'),
    file(picture, `${'a'.repeat(3_000)}.png`),
    file(picture, 'x.svg', 'image/svg+xml'),
    file('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'x.svg', 'image/svg+xml'),
    file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'x.png'),
    file('GIF89a/*<script>*/', 'x.gif', 'image/gif'),
    file(picture.subarray(0, 40)),
    file(Buffer.concat([picture, Buffer.alloc(100_000, '<script>')])),
    file(Buffer.alloc(5 * 1024 * 1024 + 2, 1)),
    file('', ''),
    file(picture, 'x.png', 'image/png', 'video'),
    file(picture, 'x.png', 'image/png', '__proto__'),
    field('__proto__', 'hostile'),
    field('constructor', '{"prototype":{"hostile":true}}'),
    field('image', 'no es un archivo'),
    field('removeImage', 'quizás'),
    field('title', 'a'.repeat(100_001)),
    field('title', 'otra vez'),
    field('responsible', nested(30_000)),
    { disposition: 'form-data', content: 'sin nombre' },
    { disposition: 'attachment; name="title"', content: 'x' },
    { disposition: 'form-data; name="title"; name="place"', content: 'x' },
    { disposition: "form-data; name*=utf-8''%ff%00", content: 'x' },
    { disposition: 'form-data; name="image"; filename*=utf-8\'\'%2e%2e%2fx.png', content: picture },
    { disposition: 'form-data; name="title"', type: 'text/plain; charset=utf-7', content: '+ADw-' },
    { disposition: 'form-data; name="title"', type: 'multipart/mixed; boundary=y', content: '--y--' },
  ),
  hostileText.map(text => field('title', text.slice(0, 5_000))),
  hostileText.map(text => field(text.slice(0, 200), 'x')),
);

/** Forms with files, of a call that takes them: whole or cut off, with one or more parts that are wrong. */
export const hostileForm: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.array(hostilePart, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 1, 1, 0.9, 0.5),
    fc.nat(30),
  )
  .map(([parts, share, repeated]) => {
    const many = repeated > 28 ? Array<Part>(25).fill(field('a', 'x')) : [];
    const whole = Buffer.concat(
      [...fields, ...parts, ...many].map(partBytes).concat(Buffer.from('--x--\r\n')),
    );
    return sent('a hostile form', whole.subarray(0, whole.length * share), 'multipart/form-data; boundary=x');
  });

function partBytes({ disposition, type, content }: Part): Buffer {
  const head = `--x\r\ncontent-disposition: ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}
