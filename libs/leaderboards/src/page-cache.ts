import { LRUCache } from 'lru-cache';

/** The state that the text of a page depends on: equal states mean equal texts. */
type State = Readonly<Record<string, number>>;

interface PageCacheOptions<Page> {
  /** Maximum size of the cached texts, in characters. */
  maxCharacters: number;
  /** Identifies a page. */
  idOf: (page: Page) => string;
  countLookup: (isHit: boolean) => void;
}

/** Caches texts of pages with their states. Callers read the current state for each request, so that no text is stale. */
export class PageCache<Page, Text extends string> {
  private readonly texts: LRUCache<string, { state: State; text: Text }>;

  constructor(private readonly options: PageCacheOptions<Page>) {
    this.texts = new LRUCache({ maxSize: options.maxCharacters, sizeCalculation: ({ text }) => text.length });
  }

  /**
   * Returns the texts of pages in their states.
   * @param render returns the texts of the pages that are not cached in their state; pages that it leaves out have no text
   */
  async read(
    states: ReadonlyMap<Page, State>,
    render: (missing: Page[]) => Promise<ReadonlyMap<Page, Text>>,
  ): Promise<Map<Page, Text>> {
    const texts = new Map<Page, Text>();
    const missing = new Map<Page, State>();
    // All cached texts are read before any is rendered, because rendered ones may evict them.
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
