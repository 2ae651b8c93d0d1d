import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileText, nested } from './hostile-values.ts';
import type { Probe } from './probe.ts';

export const JSON_TYPE = 'application/json';

type BodyProbe = Pick<Probe, 'label' | 'headers' | 'body'>;

const bodyProbe = (label: string, body: string | Buffer, type: string = JSON_TYPE, more = {}): BodyProbe => ({
  label,
  headers: { ...(type !== '' && { 'content-type': type }), ...more },
  body,
});

const VALID_JSON = '{"title":"Siembra","email":"nadie@example.org","token":"x"}';

/** Bodies that are invalid for every operation. */
export const hostileBody: fc.Arbitrary<BodyProbe> = fc.constantFrom(
  bodyProbe('nothing as JSON', ''),
  bodyProbe('null', 'null'),
  bodyProbe('a list', '[]'),
  bodyProbe('a text', '"x"'),
  bodyProbe('a number', '1e999'),
  bodyProbe('truncated JSON', '{"title":'),
  bodyProbe('JSON with trailing text', `${VALID_JSON}x`),
  bodyProbe('a duplicate field', '{"email":"a@example.org","email":["b"]}'),
  bodyProbe('a byte-order mark', `\ufeff${VALID_JSON}`),
  bodyProbe('__proto__', '{"__proto__":{"hostile":true}}'),
  bodyProbe('__proto__ escaped', String.raw`{"\u005f_proto__":{"hostile":true}}`),
  bodyProbe('constructor', '{"constructor":{"prototype":{"hostile":true}}}'),
  bodyProbe('nested lists', nested(49_000)),
  bodyProbe('nested objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`),
  bodyProbe('nested in a field', `{"title":${nested(40_000)}}`),
  bodyProbe('nested as text', `{"responsible":${JSON.stringify(nested(40_000))}}`),
  bodyProbe('many fields', `{${Array.from({ length: 9_000 }, (_, n) => `"a${n}":1`).join(',')}}`),
  bodyProbe('oversized body', JSON.stringify({ title: 'a'.repeat(200_000) })),
  bodyProbe('NUL', '{"title":"a\0b"}'),
  bodyProbe('a lone surrogate', String.raw`{"title":"\ud800","email":"a\udfff@example.org"}`),
  bodyProbe('a lone surrogate as a name', String.raw`{"\ud800":1}`),
  bodyProbe(
    'bad UTF-8',
    Buffer.from([...Buffer.from('{"title":"'), 0xff, 0xfe, 0xc0, 0x80, ...Buffer.from('"}')]),
  ),
  bodyProbe('UTF-16', Buffer.from(VALID_JSON, 'utf16le'), 'application/json; charset=utf-16'),
  bodyProbe('an unknown charset', VALID_JSON, 'application/json; charset=\u00ff'),
  bodyProbe('no media type', VALID_JSON, ''),
  bodyProbe('a broken media type', VALID_JSON, 'x'),
  bodyProbe('an oversized media type', VALID_JSON, `application/${'x'.repeat(5_000)}`),
  bodyProbe('two media types', VALID_JSON, 'application/json, text/plain'),
  bodyProbe('text', VALID_JSON, 'text/plain'),
  bodyProbe('XML', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', 'application/xml'),
  bodyProbe('a plain form', 'title=x&title=y&__proto__=z', 'application/x-www-form-urlencoded'),
  bodyProbe('merge patch', VALID_JSON, 'application/merge-patch+json'),
  bodyProbe('announced as gzip', VALID_JSON, JSON_TYPE, { 'content-encoding': 'gzip' }),
  bodyProbe('a gzip bomb', gzipSync(Buffer.alloc(20_000_000)), JSON_TYPE, { 'content-encoding': 'gzip' }),
  bodyProbe('a form without boundary', VALID_JSON, 'multipart/form-data'),
  bodyProbe('an unexpected form', '--x--\r\n', 'multipart/form-data; boundary=x'),
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

/** Multipart forms with files, complete or truncated, with at least one hostile part. */
export const hostileForm: fc.Arbitrary<BodyProbe> = fc
  .tuple(
    fc.array(hostilePart, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 1, 1, 0.9, 0.5),
    fc.nat(30),
  )
  .map(([parts, fraction, repeated]) => {
    const many = repeated > 28 ? Array<Part>(25).fill(field('a', 'x')) : [];
    const complete = Buffer.concat(
      [...fields, ...parts, ...many].map(partBytes).concat(Buffer.from('--x--\r\n')),
    );
    return bodyProbe(
      'a hostile form',
      complete.subarray(0, complete.length * fraction),
      'multipart/form-data; boundary=x',
    );
  });

function partBytes({ disposition, type, content }: Part): Buffer {
  const head = `--x\r\ncontent-disposition: ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}
