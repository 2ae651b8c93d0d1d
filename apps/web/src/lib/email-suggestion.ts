/** The mail services that most people here use; those that follow are asked about by mistake if they are not listed. */
const COMMON = [
  ...['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com'],
  ...['hotmail.es', 'outlook.es', 'yahoo.es', 'yahoo.com.co', 'unicauca.edu.co'],
];
/** Real services one letter away from a common one. */
const OTHERS = ['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'me.com', 'line.com', 'yahoo.de', 'live.co'];
const KNOWN: ReadonlySet<string> = new Set([...COMMON, ...OTHERS]);

/** 'luz@gmail.com' for 'luz@gmial.com': the domain is one slip of a finger away from a common one. Null for all others. */
export function emailSuggestion(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || KNOWN.has(domain)) return null;
  const meant = COMMON.find(common => isOneSlipApart(domain, common));
  return meant === undefined ? null : `${email.slice(0, at).trim()}@${meant}`;
}

/** Whether a letter is missing, too many or another, or two neighbours are exchanged. */
function isOneSlipApart(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  const [first = '', second = ''] = wanted;
  return (
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    (rest !== '' && rest.slice(1) === wanted.slice(1)) ||
    rest === second + first + wanted.slice(2)
  );
}
