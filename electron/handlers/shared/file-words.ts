/** What a person calls something, as part of a file's name. */

/** Letters and digits of any language; everything else becomes a hyphen: a name is free text, a file's name is not. */
export function toFileWords(name: string, otherwise: string): string {
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return words === '' ? otherwise : words;
}
