/** A parameter of a flag: a text, or a regular expression (`r"…"`). */
export type FlagValue = string | { pattern: string };

/** Flags by name; one without a value has an empty list. */
export type Flags = ReadonlyMap<string, readonly FlagValue[]>;
