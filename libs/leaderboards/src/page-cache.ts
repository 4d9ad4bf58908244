import { LRUCache } from 'lru-cache';

/** What the text of a page depends on: while it is the same, so is the text. */
type State = Readonly<Record<string, number>>;

interface PageCacheOptions<Page> {
  /** Memory that texts may take, in characters. */
  maxCharacters: number;
  /** Tells pages apart. */
  idOf: (page: Page) => string;
  countLookup: (isHit: boolean) => void;
}

/** Texts of pages, each with the state that it shows. Callers read the state afresh, so that no text is stale. */
export class PageCache<Page, Text extends string> {
  private readonly texts: LRUCache<string, { state: State; text: Text }>;

  constructor(private readonly options: PageCacheOptions<Page>) {
    this.texts = new LRUCache({ maxSize: options.maxCharacters, sizeCalculation: ({ text }) => text.length });
  }

  /**
   * Gives the texts of pages in their states.
   * @param render makes the texts of the pages that are not cached in their state; those that it leaves out have none
   */
  async read(
    states: ReadonlyMap<Page, State>,
    render: (missing: Page[]) => Promise<ReadonlyMap<Page, Text>>,
  ): Promise<Map<Page, Text>> {
    const texts = new Map<Page, Text>();
    const missing = new Map<Page, State>();
    // All texts are taken before any is rendered: what is rendered may replace cached ones.
    for (const [page, state] of states) {
      const text = this.find(page, state);
      this.options.countLookup(text !== undefined);
      if (text === undefined) missing.set(page, state);
      else texts.set(page, text);
    }
    if (missing.size === 0) return texts;
    const rendered = await render([...missing.keys()]);
    for (const [page, state] of missing) {
      const text = rendered.get(page);
      if (text === undefined) continue;
      texts.set(page, text);
      this.texts.set(this.options.idOf(page), { state, text });
    }
    return texts;
  }

  private find(page: Page, state: State): Text | undefined {
    const cached = this.texts.get(this.options.idOf(page));
    const isCurrent = cached !== undefined && Object.keys(state).every((key) => cached.state[key] === state[key]);
    return isCurrent ? cached.text : undefined;
  }
}
