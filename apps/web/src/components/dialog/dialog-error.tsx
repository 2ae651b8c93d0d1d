import { useMemo } from 'react';
import { MessageBox } from '../message-box.tsx';

/** Why the last attempt in a dialog failed, next to its buttons until the next attempt. */
export function DialogError({ text }: { text: string | null }) {
  const message = useMemo(() => (text === null ? null : { sentences: [text], isVisible: true }), [text]);
  return <MessageBox kind="error" message={message} isScrolledTo />;
}
