import { existsSync } from 'node:fs';

/** The path of an installed Chromium; undefined if there is none. */
export const CHROMIUM = [
  process.env.CHROMIUM ?? '',
  // The engine alone, without windows.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find(existsSync);
