// The packages' dictionaries by themselves, for which they have no types.
declare module '@zxcvbn-ts/*.json.mjs' {
  const words: string[];
  export default words;
}
