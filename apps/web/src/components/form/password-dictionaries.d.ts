// The packages have no types for their single dictionaries.
declare module '@zxcvbn-ts/*.json.mjs' {
  const words: string[];
  export default words;
}
