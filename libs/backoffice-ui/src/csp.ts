import { setNonce } from 'get-nonce';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The nonce by which the Content-Security-Policy allows style elements. */
export const cspNonce = () => nonce;

/** Passes the nonce to the library that stops the page from scrolling under a dialog, which has no other setting for it. */
export function letScriptsStyle(): void {
  setNonce(nonce);
}
