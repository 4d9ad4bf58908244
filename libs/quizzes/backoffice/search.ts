// The search parameters of these pages.
import { oneOf, ORDERS, page, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const quizzesSearch = (raw: Raw) =>
  present({
    page: page(raw.page),
    search: text(raw.search),
    sort: oneOf(raw.sort, ['createdAt', 'updatedAt', 'title']),
    order: oneOf(raw.order, ORDERS),
  });

export const importSearch = (raw: Raw) => present({ format: oneOf(raw.format, ['jsonl', 'gift']) });
