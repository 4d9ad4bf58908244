/** The state of a window after a request was counted, or as it stands. */
export interface WindowCount {
  /** Requests counted in the window. */
  count: number;
  /** When the window ends, in milliseconds since 1970 by the clock of who counts. */
  resetAt: number;
  /** Time until then in milliseconds, which is right whatever the clocks say. */
  leftMs: number;
}

/** Counts requests in fixed windows that begin with the first request of a key. */
export interface WindowCounter {
  /** Counts one request. */
  increment(key: string, windowMs: number): Promise<WindowCount>;
  /** Reads the count without counting. */
  peek(key: string, windowMs: number): Promise<WindowCount>;
}
