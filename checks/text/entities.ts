const reference = /&(?:#\d+|#[xX][\da-fA-F]+|[A-Za-z_:][\w:.-]*);/g;

/** The text with a space for each reference of XML or HTML to a character (`&amp;`, `&#60;`). */
export function spacedReferences(text: string): string {
  return text.includes('&') ? text.replace(reference, ' ') : text;
}

/** The same, and without the wrappers of CDATA. */
export function withoutReferences(text: string): string {
  const spaced = spacedReferences(text);
  return spaced.includes('<![CDATA[') ? spaced.replaceAll('<![CDATA[', '').replaceAll(']]>', '') : spaced;
}
