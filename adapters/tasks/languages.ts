import { formatOf } from './file.ts';

export interface LanguagesRequest {
  format: string;
  bytes: Uint8Array;
}

export interface LanguagesResult {
  languages: string[];
}

/** Codes of the languages inside a file; none in formats with one language per file. @throws {FormatError} */
export function fileLanguages({ format, bytes }: LanguagesRequest): LanguagesResult {
  return { languages: formatOf(format).languages?.(bytes) ?? [] };
}
