import { Overloaded } from '#libs/platform';

/** Lets a few pieces of heavy work run at once; the others wait, in the order in which they came. */
export class Turns {
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce most pieces of work under way
   * @param queueSize most that wait; more are refused as overload
   */
  constructor(
    private readonly atOnce: number,
    private readonly queueSize: number,
  ) {}

  /** @throws Overloaded where too many wait */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay < this.atOnce) this.underWay++;
    else await this.wait();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.underWay--;
      else next();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.queueSize) throw new Overloaded();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
