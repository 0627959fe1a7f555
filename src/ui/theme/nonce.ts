/** The nonce that lets the page's own style elements pass the content security policy. The host fills it in. */

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The scroll lock of Mantine's overlays reads the nonce under this name. */
export function adoptNonce(): void {
  Object.assign(globalThis, { ['__webpack_nonce__']: styleNonce() });
}
