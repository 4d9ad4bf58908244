import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#libs/database';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '../verification/consistency-check.js';
import { type IndexComparison, OrderedIndex } from './ordered-index.js';
import { type OrderedList, WHOLE_TABLE } from './ordered-list.js';

/** The checkpoints of each list must count its entries. An index that does not is dropped, and rebuilt when a far page is requested. */
@Injectable()
@ChecksConsistencyOf('indexes of long lists')
export class OrderedIndexCheck implements ConsistencyCheck {
  constructor(
    private readonly database: Database,
    private readonly index: OrderedIndex,
  ) {}

  async *run(): AsyncGenerator<CheckBatch> {
    const lists = this.index.registered;
    for (const [number, list] of lists.entries()) {
      const subjects = await this.index.indexed(this.database, list);
      for (const [position, subject] of subjects.entries()) {
        // One statement, and thus one snapshot.
        const comparison = await this.index.compare(this.database, list, subject);
        const done = (number + (position + 1) / subjects.length) / lists.length;
        const compared = comparison?.actual ?? 0;
        if (isCorrect(comparison)) yield { done, compared };
        else {
          const differences = [{ where: nameOf(list, subject), ...describe(comparison) }];
          yield { done, compared, differences, repair: (transaction) => this.drop(transaction, list, subject) };
        }
      }
    }
  }

  private async drop(transaction: Transaction, list: OrderedList, subject: string): Promise<boolean> {
    await this.index.drop(transaction, list, subject);
    return false;
  }
}

const isCorrect = (comparison: IndexComparison | undefined): comparison is undefined =>
  comparison === undefined || (comparison.wrong === 0 && comparison.hasFirst);

function describe({ counted, actual, wrong, hasFirst }: IndexComparison): { expected: string; found: string } {
  return {
    expected: `entries ${actual}`,
    found: `entries ${counted}, ${hasFirst ? `${wrong} wrong anchors` : 'no first anchor'}`,
  };
}

const nameOf = ({ name }: OrderedList, subject: string) => `${name}${subject === WHOLE_TABLE ? '' : ` of ${subject}`}`;
