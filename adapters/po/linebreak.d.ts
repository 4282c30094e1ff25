/** The package ships no types; this is what is used of it. */
declare module 'linebreak' {
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may or must break, as an offset; null after the last one. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
