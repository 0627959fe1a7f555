/** Embeds the page's fonts in a picture, which cannot load them from the page. */

/** @returns `@font-face` rules with the fonts in them; empty where they cannot be read: the picture then uses the system's fonts. */
export async function pictureFont(text: string): Promise<string> {
  return facesFor(text).catch(() => '');
}

async function facesFor(text: string): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('Inter'));
  const used = faces.filter(({ cssText }) =>
    Array.from(text).some((letter) => isIn(cssText, letter.codePointAt(0) ?? 0)),
  );
  return (await Promise.all(used.map(({ cssText, parentStyleSheet }) => embedded(cssText, parentStyleSheet)))).join('');
}

async function embedded(rule: string, sheet: CSSStyleSheet | null): Promise<string> {
  const [whole = '', address = ''] = /url\("?([^")]+)"?\)/.exec(rule) ?? [];
  const response = await fetch(new URL(address, sheet?.href ?? document.baseURI));
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return rule.replace(whole, `url(data:font/woff2;base64,${btoa(binary)})`);
}

/** Whether a rule's `unicode-range` covers a letter. */
function isIn(rule: string, letter: number): boolean {
  const ranges = /unicode-range:([^;}]+)/.exec(rule)?.[1] ?? '';
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].some(([, from = '0', to = from]) => {
    return letter >= Number.parseInt(from, 16) && letter <= Number.parseInt(to, 16);
  });
}
