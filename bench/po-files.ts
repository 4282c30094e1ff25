/**
 * A PO file of `count` strings, as an application has them: short and long ones, places, notes, every tenth a plural. Their
 * texts are numbered from `first`.
 */
export function poFile(language: string, count: number, edition = 1, first = 1): string {
  const parts = [
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"MIME-Version: 1.0\\n"\n` +
      `"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n` +
      `"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`,
  ];
  for (let number = first; number < first + count; number += 1) {
    parts.push(entry(language, number, edition));
  }
  return parts.join('\n');
}

/** The source text of a string. */
export function sourceOf(number: number): string {
  const words = ['Open', 'the selected', 'folder', 'and move', 'every file', 'in it to', 'another', 'place'];
  return `${words.slice(0, 1 + (number % words.length)).join(' ')} ${number}`;
}

function entry(language: string, number: number, edition: number): string {
  const source = sourceOf(number);
  const target = `${language} ${edition}: ${source}`;
  const head = `#. Shown in window ${number % 40}\n#: src/window-${number % 40}.c:${number}\nmsgid "${source}"\n`;
  if (number % 10 === 0) {
    return `${head}msgid_plural "${source} (%d)"\nmsgstr[0] "${target}"\nmsgstr[1] "${target} (%d)"\n`;
  }
  return `${head}msgstr "${target}"\n`;
}
