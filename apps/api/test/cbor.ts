/** The values that the authenticators of tests encode. */
type Value = number | string | Buffer | ReadonlyMap<number | string, Value>;

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const MAP = 5;

/** The major type with a length or number below 65,536. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 256) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 255]);
}

/** CBOR (RFC 8949) of the few types that WebAuthn needs. */
export function encodeCbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(TEXT, text.length), text]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(BYTES, value.length), value]);
  const map = value as ReadonlyMap<number | string, Value>;
  const entries = [...map].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([head(MAP, map.size), ...entries]);
}
