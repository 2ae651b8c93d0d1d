/**
 * User text in an e-mail to an unproved address: mail programs turn web addresses into links, also bare
 * ones such as `estafa.example`, so dots and slashes of addresses get spaces around them. Other text stays as it is.
 */
export const inertText = (text: string): string =>
  text.replaceAll('://', ': //').replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, ' . ');
