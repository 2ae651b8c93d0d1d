/** An e-mail address that wraps before its '@' rather than within a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return at < 1 ? (
    email
  ) : (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
