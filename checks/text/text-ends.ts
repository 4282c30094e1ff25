/** At most one character, counted in code points. */
export function isTiny(text: string): boolean {
  return text.length <= 1 || (text.length === 2 && text.codePointAt(0)! > 0xffff);
}

/** Whether exactly one of two texts ends with one of `characters`; false if one of them is empty. */
export function lastDiffers(source: string, target: string, characters: string): boolean {
  return (
    source !== '' && target !== '' && endsWithOne(source, characters) !== endsWithOne(target, characters)
  );
}

/** Whether exactly one of two texts starts with one of `characters`; false if one of them is empty. */
export function firstDiffers(source: string, target: string, characters: string): boolean {
  return (
    source !== '' && target !== '' && characters.includes(source[0]!) !== characters.includes(target[0]!)
  );
}

/** Whether a text ends with one of `characters`, none of which lies beyond U+FFFF. */
export function endsWithOne(text: string, characters: string): boolean {
  return text !== '' && characters.includes(text[text.length - 1]!);
}
