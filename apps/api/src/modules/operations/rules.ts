// An apostrophe may be part of what stands before the @ (o'higgins@example.org).
const ADDRESS = /[^\s@<>()",;:]+@[^\s@<>()"',;:]+/g;
const REASON_MAX = 200;

/** 'luz@example.org' → 'l•••@example.org': enough to tell two apart, too little to write to. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`;
}

/** Why a job failed, of what describeError or pg-boss put down: one line, addresses masked; null where nothing is said. */
export function reasonOf(fault: unknown): string | null {
  const said = messageOf(fault) ?? messageOf(fieldOf(fault, 'value'));
  if (said === null) return null;
  // Of a query it is the cause that says something.
  const cause = messageOf(fieldOf(fault, 'cause'));
  const whole = cause === null ? said : `${said}: ${cause}`;
  return whole.replace(/\s+/g, ' ').trim().replace(ADDRESS, maskedAddress).slice(0, REASON_MAX);
}

function messageOf(fault: unknown): string | null {
  const message = fieldOf(fault, 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
