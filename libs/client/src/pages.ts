/** What a request reads of a list. */
type Position = { page: number } | { cursor: string };

interface Page {
  pagination: { totalPages: number };
  /** Only in a list that is read by cursor. */
  nextCursor?: string | null | undefined;
}

/** A list: its items, one after the other, or one page of them. */
export class Pages<Item, ItemsPage extends Page> implements AsyncIterable<Item> {
  /** @param first where to begin: by cursor, no item is read twice or left out if others are created or deleted meanwhile */
  constructor(
    private readonly first: Position,
    private readonly read: (position: Position) => Promise<ItemsPage>,
    private readonly itemsOf: (page: ItemsPage) => Item[],
  ) {}

  /** One page, with its `pagination`. @param number from 1 */
  page(number = 1): Promise<ItemsPage> {
    return this.read({ page: number });
  }

  /** All items. Pages are requested when they are needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    let position: Position | undefined = this.first;
    while (position !== undefined) {
      const page: ItemsPage = await this.read(position);
      yield* this.itemsOf(page);
      position = after(position, page);
    }
  }
}

function after(position: Position, { pagination, nextCursor }: Page): Position | undefined {
  if ('cursor' in position) return typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined;
  return position.page < pagination.totalPages ? { page: position.page + 1 } : undefined;
}
