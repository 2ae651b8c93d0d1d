/** An e-mail address that wraps before its '@' rather than within a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return at < 1 ? (
    email
  ) : (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  );
}
