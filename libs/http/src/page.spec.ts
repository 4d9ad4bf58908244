import { PageQuery, Pagination } from './page.js';

const query = (page: number, limit: number) => Object.assign(new PageQuery(), { page, limit });

describe('Pagination', () => {
  it.each([
    [1, 30, 0, { page: 1, limit: 30, total: 0, totalPages: 0 }],
    [1, 30, 30, { page: 1, limit: 30, total: 30, totalPages: 1 }],
    [2, 30, 31, { page: 2, limit: 30, total: 31, totalPages: 2 }],
    [9, 100, 5, { page: 9, limit: 100, total: 5, totalPages: 1 }],
    [1, 101, 250, { page: 1, limit: 100, total: 250, totalPages: 3 }],
    [Number.MAX_SAFE_INTEGER, 1, 7, { page: Number.MAX_SAFE_INTEGER, limit: 1, total: 7, totalPages: 7 }],
  ])('of page %i with limit %i and %i items', (page, limit, total, expected) => {
    expect({ ...new Pagination(query(page, limit), total) }).toEqual(expected);
  });
});

describe('PageQuery', () => {
  it.each([
    [1, 30, 30, 0],
    [3, 20, 20, 40],
    [3, 1_000, 100, 200],
  ])('page %i with limit %i has %i items after the first %i', (page, limit, size, offset) => {
    const { size: applied, offset: skipped } = query(page, limit);
    expect([applied, skipped]).toEqual([size, offset]);
  });
});
