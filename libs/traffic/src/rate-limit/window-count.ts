/** The state of a window, after counting a request or without counting. */
export interface WindowCount {
  /** Requests counted in the window. */
  count: number;
  /** When the window ends, in milliseconds since 1970 by the counter's clock. */
  resetAt: number;
  /** Time until then in milliseconds, independent of differences between clocks. */
  leftMs: number;
}

/** Counts requests in fixed windows that begin with the first request of a key. */
export interface WindowCounter {
  /** Counts one request. */
  increment(key: string, windowMs: number): Promise<WindowCount>;
  /** Reads the count without counting. */
  peek(key: string, windowMs: number): Promise<WindowCount>;
}
