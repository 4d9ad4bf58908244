import { nextContent, type QuestionDraft } from './quiz-content.js';
import { questionDifferences, settingDifferences } from './quiz-differences.js';
import { QuizSettingsBody } from './quiz-settings.dto.js';

const question = (text: string, correct = 'yes'): QuestionDraft => ({
  text,
  imageUrl: null,
  answers: ['yes', 'no'].map((answer) => ({ text: answer, isCorrect: answer === correct })),
});

function between(before: QuestionDraft[], after: QuestionDraft[]) {
  const current = nextContent([], before);
  return questionDifferences(current, nextContent(current, after));
}

const NONE = { added: [], changed: [], removed: [], reordered: false, omitted: 0 };

describe('questionDifferences', () => {
  it('contains a question whose explanation changed', () => {
    const explained = { ...question('b'), explanation: 'Because' };
    const differences = between([question('a'), question('b')], [question('a'), explained]);
    const changed = [{ from: { ...question('b'), position: 2 }, to: { ...explained, position: 2 } }];
    expect(differences).toEqual({ ...NONE, changed });
  });

  it('is undefined for the same questions in the same order', () => {
    expect(between([question('a'), question('b')], [question('a'), question('b')])).toBeUndefined();
  });

  it('contains added and removed questions, with their positions and without ids', () => {
    expect(between([question('a')], [question('a'), question('b')])).toEqual({
      ...NONE,
      added: [{ position: 2, ...question('b') }],
    });
    expect(between([question('a'), question('b')], [question('b')])).toEqual({
      ...NONE,
      removed: [{ position: 1, ...question('a') }],
    });
  });

  it('pairs questions with the same text or at the same position', () => {
    const before = [question('a'), question('b'), question('c')];
    expect(between(before, [question('c', 'no'), question('B'), question('a')])).toEqual({
      ...NONE,
      changed: [
        { from: { position: 3, ...question('c') }, to: { position: 1, ...question('c', 'no') } },
        { from: { position: 2, ...question('b') }, to: { position: 2, ...question('B') } },
      ],
    });
  });

  it('reports that unchanged questions have another order', () => {
    expect(between([question('a'), question('b')], [question('b'), question('a')])).toEqual({
      ...NONE,
      reordered: true,
    });
  });

  it('is bounded, and counts what it leaves out', () => {
    const many = Array.from({ length: 200 }, (_, index) => question(`${index} ${'x'.repeat(900)}`));
    const differences = between([question('a')], many);
    expect(JSON.stringify(differences).length).toBeLessThan(21_000);
    const { added = [], changed = [], omitted = 0 } = differences ?? {};
    expect(added.length + changed.length).toBeGreaterThan(10);
    expect(added.length + changed.length + omitted).toBe(200);
  });
});

describe('settingDifferences', () => {
  it('contains the changed settings, before and after', () => {
    const settings = {
      title: 'Capitals',
      description: null,
      heroImageUrl: null,
      maxAttempts: 1,
      timeLimitSeconds: 0,
      randomizeQuestions: true,
      ...new QuizSettingsBody(),
      opensAt: new Date('2036-01-01'),
    };
    const changed = { ...settings, title: 'Rivers', maxAttempts: 3, randomizeQuestions: false, tags: ['Geography'] };
    expect(settingDifferences(settings, { ...settings, opensAt: new Date('2036-01-01'), tags: [] })).toEqual({});
    expect(settingDifferences(settings, changed)).toEqual({
      title: { from: 'Capitals', to: 'Rivers' },
      maxAttempts: { from: 1, to: 3 },
      randomizeQuestions: { from: true, to: false },
      tags: { from: [], to: ['Geography'] },
    });
  });
});
