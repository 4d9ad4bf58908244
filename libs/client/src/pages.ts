interface Page {
  pagination: { totalPages: number };
}

/** A list: its items, one after the other, or one page of them. */
export class Pages<Item, ItemsPage extends Page> implements AsyncIterable<Item> {
  constructor(
    private readonly read: (page: number) => Promise<ItemsPage>,
    private readonly itemsOf: (page: ItemsPage) => Item[],
  ) {}

  /** One page, with its `pagination`. @param number from 1 */
  page(number = 1): Promise<ItemsPage> {
    return this.read(number);
  }

  /** All items. Pages are requested when they are needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (let number = 1, last = 1; number <= last; number++) {
      const page = await this.page(number);
      yield* this.itemsOf(page);
      last = page.pagination.totalPages;
    }
  }
}
