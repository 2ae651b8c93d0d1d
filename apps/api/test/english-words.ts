/**
 * English words that are not Spanish words too. Omits words that exist in both languages (error, no, total, final, use, date, come,
 * red …) and those in the specifications' texts (Email, login, admin, PROMO).
 */
const WORDS = `
the and of with to for from by or in on at is are was were been it its this that these those you your yours we our ours they their them
what which when where who whose how why not cannot don't can't isn't doesn't didn't won't must should would could will shall have had does
did done but if all any each every some none into out off up over under after before between then than there here only also very such more most
other another same new old good bad yes please sorry thanks thank hello welcome oops something nothing everything anything went wrong try tried again
later soon too many much least about again already yet still without within while because until an my his her she him i'm it's you're we're let's
loading loaded submit submitted close closed open opened next previous prev back forward first last required invalid valid expected received
unexpected failed failure fail success successful successfully search searching find found select selected choose choice clear reset cancel canceled
cancelled delete deleted deleting remove removed edit edited editing update updated updating save saved saving create created add added send sent
sending sign signed logout password passwords user users username name names address phone settings profile page pages home help view views
show showing hide hidden toggle expand collapse sort sorted filter filters filtered item items list lists row rows column columns table cell image
images picture pictures photo file files upload uploaded uploading download downloaded browse drag drop click press tap type types input output
value values number numbers string object array boolean null undefined true false missing unknown empty full long short small large too character
characters match matches matching retry warning warnings message messages notification notifications alert alerts today tomorrow yesterday month
months week weeks year years day days hour hours time times monday tuesday wednesday thursday friday saturday sunday january february
march april june july august september october november december unauthorized unauthenticated forbidden denied allowed request requests response server
body header headers session sessions timeout internal service unavailable unsupported payload content length size option options default preview
caption slide dialog button buttons link links checkbox dropdown placeholder label tooltip skip main breadcrumb account accounts activity activities
attendance attendances attendee attendees event events reminder reminders organizer organiser owner participant participants approve approved
pending reject rejected promoted promote reason title description place location people person community volunteer volunteers free read unread
copied copy share shared print export exported refresh reload offline online connection connected disconnected connecting lost network away
property field fields visibility strength weak strong medium current increment decrement increase decrease navigation pagination calendar picker clock scroll
`;
const english = new Set(WORDS.trim().split(/\s+/));

/** Product names, URLs, commands and other text that is not natural language. */
const IGNORED_PATTERNS = [
  /«[\w.-]+»/g,
  /\b(?:https?|mailto|webcal|data|blob):\S+/g,
  /[^\s@]+@[^\s@]+/g,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g,
  /(?:^|\s)\/[\w/.{}?=&-]+/g,
  /\bnpm (?:run |ci\b|start\b|test\b)[\w-]*/g,
  /\b[\w-]+\.(?:csv|json|js|ts|html|xml|ics|png|jpe?g|gif|example|org|com|co)\b/g,
  /\b(?:Google Calendar|Google Play|App Store|Open ?API|in situ)\b/g,
];

/** Returns the distinct English words of a text that should be Spanish. */
export function englishWords(text: string): string[] {
  const plain = IGNORED_PATTERNS.reduce(
    (rest, pattern) => rest.replaceAll(pattern, ' '),
    text.replaceAll('’', "'"),
  );
  const words = plain.match(/\p{L}+(?:'\p{L}+)*/gu) ?? [];
  return [...new Set(words.filter(word => english.has(word.toLowerCase())))];
}
