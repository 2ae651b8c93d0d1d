interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/**
 * Whether the user saves data or has a line slower than 4G: then nothing is fetched ahead of its use. Pages and the service worker ask
 * it. False in browsers without the Network Information API, and on the server.
 */
export function isDataDear(): boolean {
  const { connection } = globalThis.navigator as Navigator & { readonly connection?: Connection };
  if (connection === undefined) return false;
  return connection.saveData === true || /^(slow-2g|2g|3g)$/.test(connection.effectiveType ?? '');
}
