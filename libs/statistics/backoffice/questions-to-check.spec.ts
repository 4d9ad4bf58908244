import { findingsOf, questionsToCheck, unchosenAnswers } from './questions-to-check';

type Question = Parameters<typeof findingsOf>[0];

/** A question that 40 attempts were asked, with nothing to check. */
function questionWith(changes: Partial<Question>): Question {
  const answer = { answerId: '', text: '', upperThird: null, lowerThird: null };
  return {
    regrade: null,
    attempts: 40,
    correct: 20,
    gradedOtherwise: 0,
    difficulty: 0.5,
    difficultyInterval: null,
    discrimination: 0.4,
    discriminationInterval: null,
    answers: [
      { ...answer, isCorrect: true, attempts: 20 },
      { ...answer, isCorrect: false, attempts: 20 },
    ],
    unanswered: { attempts: 0, upperThird: null, lowerThird: null },
    ...changes,
  };
}

/** The answers of a question whose second wrong answer nobody chose. */
const answers = [20, 20, 0].map((attempts, index) => ({
  answerId: String(index),
  text: '',
  isCorrect: index === 0,
  attempts,
  upperThird: null,
  lowerThird: null,
}));

describe('findingsOf', () => {
  it.each<[string, Partial<Question>, string[]]>([
    ['a question that separates well', {}, []],
    ['a discrimination of 0.2', { discrimination: 0.2 }, []],
    ['one that is shown as 0.20', { discrimination: 0.195 }, []],
    ['one below 0.2', { discrimination: 0.194 }, ['low']],
    ['one of 0', { discrimination: 0 }, ['low']],
    ['a negative one', { discrimination: -0.01 }, ['negative']],
    ['one that cannot be computed', { discrimination: null }, []],
    ['nobody right', { correct: 0, discrimination: null, answers }, ['nobody']],
    ['everybody right', { correct: 40, discrimination: null, answers }, ['everybody']],
    ['a wrong answer that nobody chose', { answers }, ['unchosen']],
    ['that and a negative discrimination', { answers, discrimination: -0.3 }, ['negative', 'unchosen']],
    ['too few attempts for any finding', { attempts: 4, correct: 0, discrimination: null }, []],
    ['too few for discriminations and unchosen answers', { attempts: 19, discrimination: -0.3, answers }, []],
    ['just enough for these', { attempts: 20, correct: 10, discrimination: -0.3, answers }, ['negative', 'unchosen']],
    ['enough for nobody right', { attempts: 5, correct: 0, discrimination: null }, ['nobody']],
    ['enough for everybody right', { attempts: 5, correct: 5, discrimination: null }, ['everybody']],
    ['scores by different keys', { discrimination: -0.3, gradedOtherwise: 1 }, []],
    ['a regrade by other answers', { discrimination: -0.3, regrade: 'answers' }, ['negative']],
    ['a regrade that gives everybody the point', { correct: 40, regrade: 'everyone' }, []],
    ['a question that is left out', { discrimination: -0.3, regrade: 'omitted' }, []],
  ])('%s', (_what, changes, findings) => expect(findingsOf(questionWith(changes))).toEqual(findings));
});

describe('unchosenAnswers', () => {
  it('are wrong answers without attempts, from 20 attempts on', () => {
    expect(unchosenAnswers({ attempts: 20, answers }).map(({ answerId }) => answerId)).toEqual(['2']);
    expect(unchosenAnswers({ attempts: 19, answers })).toEqual([]);
  });
});

describe('questionsToCheck', () => {
  it('begins with the most serious, among equals with those that separate least', () => {
    const questions = [
      { number: 1, ...questionWith({ discrimination: 0.1 }) },
      { number: 2, ...questionWith({}) },
      { number: 3, ...questionWith({ answers }) },
      { number: 4, ...questionWith({ discrimination: -0.1 }) },
      { number: 5, ...questionWith({ discrimination: -0.4 }) },
      { number: 6, ...questionWith({ discrimination: 0.1 }) },
    ];
    expect(questionsToCheck(questions).map(({ question }) => question.number)).toEqual([5, 4, 1, 6, 3]);
  });
});
