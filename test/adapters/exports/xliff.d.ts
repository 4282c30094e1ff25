/** The package ships no types; this is what is used of it. */
declare module 'xliff/xliff12ToJs' {
  interface Found {
    sourceLanguage: string;
    targetLanguage: string;
    /** By `original` of the file, then by id. */
    resources: Record<string, Record<string, { source: string; target?: string }>>;
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default function read(text: string): Promise<Found>;
}
