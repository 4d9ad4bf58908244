import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { QueryNumberField } from './validation/fields.js';

/** Largest page; a larger `limit` is applied as this one (specification, part 8). */
export const MAX_PAGE_SIZE = 100;

/** The query parameter `limit`. */
export const LimitField = (description: string): PropertyDecorator =>
  QueryNumberField({ default: 30, description, note: `at most ${MAX_PAGE_SIZE} are returned` });

/** The query parameters of every list. */
export class PageQuery {
  @QueryNumberField({ default: 1, description: 'Page, from 1' })
  page = 1;

  @LimitField('Items per page; more than 100 is applied as 100')
  limit = 30;

  /** The applied `limit`. */
  get size(): number {
    return Math.min(this.limit, MAX_PAGE_SIZE);
  }

  /** Number of items before the page. */
  get offset(): number {
    return (this.page - 1) * this.size;
  }
}

export class Pagination {
  @ApiProperty({ type: 'integer', example: 1, description: 'Current page, from 1' })
  readonly page: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 30, description: 'Items per page as applied' })
  readonly limit: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Items on all pages' })
  readonly total: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Pages; 0 where there are no items' })
  readonly totalPages: number;

  constructor(query: Pick<PageQuery, 'page' | 'size'>, total: number) {
    this.page = query.page;
    this.limit = query.size;
    this.total = total;
    this.totalPages = Math.ceil(total / query.size);
  }
}

/** Base class of the response of a list: the items of a page under `name`, and `pagination`. */
export function listOf<Name extends string, Item>(name: Name, item: Type<Item>) {
  abstract class List {
    pagination!: Pagination;
  }
  ApiProperty({ type: [item] })(List.prototype, name);
  ApiProperty({ type: Pagination })(List.prototype, 'pagination');
  return List as Type<List & Record<Name, Item[]>>;
}
