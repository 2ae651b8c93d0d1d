/** Text as HTML or XML, in an element or a quoted attribute. Characters that XML cannot hold are left out. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** What XML 1.0 section 2.2 does not allow, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** JSON inside a script element: '<' escaped, since a title must not be able to close the element. */
export const escapeScript = (json: string): string => json.replaceAll('<', '\\u003c');
