/** The Message-ID of an e-mail's headers: a repeat has the same. */
export const messageIdOf = ({ source }: { source: string }): string | undefined =>
  /^message-id: *(\S+)/im.exec(source)?.[1];
