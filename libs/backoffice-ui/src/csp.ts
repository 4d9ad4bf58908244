import { setNonce } from 'get-nonce';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** What the page's Content-Security-Policy allows style elements by. */
export const cspNonce = () => nonce;

/** Gives the nonce to the libraries that ask for it in no other way: the one that keeps the page from scrolling under a dialog. */
export function letScriptsStyle(): void {
  setNonce(nonce);
}
