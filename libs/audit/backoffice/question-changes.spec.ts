import { questionChangesOf, summaryOf } from './question-changes';

const NONE = { added: [], changed: [], removed: [], reordered: false, omitted: 0 };
const QUESTION = { position: 1, text: 'What?', imageUrl: null, answers: [] };

describe('questionChangesOf', () => {
  it('finds changes in the known form', () => {
    expect(questionChangesOf({ questions: NONE, revision: 2 })).toBe(NONE);
    for (const questions of [undefined, null, 7, 'all', { added: 3 }, []]) {
      expect(questionChangesOf({ questions })).toBeUndefined();
    }
  });
});

describe('summaryOf', () => {
  it('counts changes of questions', () => {
    expect(summaryOf({ ...NONE, added: [QUESTION, QUESTION], removed: [QUESTION], omitted: 3 })).toBe(
      'questions: 2 added, 1 removed, 3 more not shown',
    );
    expect(summaryOf({ ...NONE, changed: [{ from: QUESTION, to: QUESTION }], reordered: true })).toBe(
      'questions: 1 changed, other order',
    );
  });
});
