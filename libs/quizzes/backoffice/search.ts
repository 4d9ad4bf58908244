// The search parameters of these pages.
import { oneOf, ORDERS, pageSearch, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';
import { READ_FORMATS } from './formats';
import { canonicalLanguage } from './languages';

export const quizzesSearch = (raw: Raw) =>
  present({
    ...pageSearch(raw),
    search: text(raw.search),
    tag: text(raw.tag),
    language: canonicalLanguage(text(raw.language) ?? ''),
    sort: oneOf(raw.sort, ['createdAt', 'updatedAt', 'title']),
    order: oneOf(raw.order, ORDERS),
  });

export const comparisonSearch = (raw: Raw) => present({ from: versionNumber(raw.from), to: versionNumber(raw.to) });

function versionNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined;
}

export const importSearch = (raw: Raw) => present({ format: oneOf(raw.format, ['jsonl' as const, ...READ_FORMATS]) });

export const importQuestionsSearch = (raw: Raw) => present({ format: oneOf(raw.format, READ_FORMATS) });
