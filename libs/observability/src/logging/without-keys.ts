const API_KEY = /qk_[0-9A-Za-z]{6,}/g;

/** Removes everything that has the form of an API key. */
export const withoutKeys = (text: string): string => text.replaceAll(API_KEY, 'qk_***');
