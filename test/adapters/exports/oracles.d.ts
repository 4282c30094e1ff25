/* Readers by others, which come without types. */

declare module 'gettext-parser' {
  interface Message {
    msgid_plural?: string;
    msgstr: string[];
  }

  export const mo: {
    parse(bytes: Buffer): {
      headers: Record<string, string>;
      /** By context, then by `msgid`. */
      translations: Record<string, Record<string, Message>>;
    };
  };
}

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
