interface ReceivedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** Parses the only attachment of an e-mail's source. */
export function attachmentOf(source: string): ReceivedFile {
  const parts = source.split(/^--.*\r\n/m).filter(part => /^Content-Disposition: attachment/m.test(part));
  const [head = '', body = ''] = parts[0]?.split('\r\n\r\n') ?? [];
  if (parts.length !== 1 || !/^Content-Transfer-Encoding: base64$/im.test(head)) {
    throw new Error(`expected one base64 attachment, found ${parts.length}`);
  }
  const headers = head.replaceAll(/\r\n\s+/g, ' ');
  return {
    name: /filename="?([^";\r]+)/.exec(headers)?.[1] ?? '',
    type: /^Content-Type: (.*)$/im.exec(headers)?.[1] ?? '',
    content: Buffer.from(body, 'base64').toString(),
  };
}
