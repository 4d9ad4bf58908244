// Rules for request bodies that JSON Schema cannot express. All other rules are in the schemas.

interface Known {
  questionId: string;
  answerId: string;
  userId: string;
}

export interface RuleBeyondSchemas {
  rule: string;
  /** Text of the error (400). */
  text: string;
  /** The document of the rule. */
  of: 'api' | 'backoffice';
  /** Such as `/quizzes/{id}`; the method is POST. */
  path: string;
  /** A body that matches its schema and is rejected. */
  example: (known: Known) => object;
}

const TIME = '2036-01-01T00:00:00Z';
const NO_ID = '019b76da-a800-7000-8000-00000000ffff';

const attempt = (...answers: object[]) => ({ totalTimeMs: 1, answers });

function quizWith(heroImageUrl: string): object {
  const answers = [
    { text: 'This', isCorrect: true },
    { text: 'That', isCorrect: false },
  ];
  return { title: 'Capitals', heroImageUrl, questions: [{ text: 'Which?', answers }] };
}

export const RULES_BEYOND_SCHEMAS: readonly RuleBeyondSchemas[] = [
  {
    rule: 'A text is not blank: languages disagree about what white space is.',
    text: 'must not be blank',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), description: '\u3000' }),
  },
  {
    rule: 'A text is well-formed: a pattern for halves of surrogate pairs needs a flag that clients do not set.',
    text: 'must be well-formed Unicode without U+0000',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), description: 'a\0' }),
  },
  {
    rule: 'A title is short enough after white space is taken off its ends.',
    text: 'title: must have 1 to 200 characters',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), title: 'a'.repeat(201) }),
  },
  {
    rule: 'So is the name of a user.',
    text: 'displayName: must have 1 to 100 characters',
    of: 'backoffice',
    path: '/users',
    example: () => ({ email: 'ada@example.com', displayName: 'a'.repeat(101) }),
  },
  {
    rule: 'So is the name of a key.',
    text: 'name: must have 1 to 100 characters',
    of: 'backoffice',
    path: '/keys',
    example: ({ userId }) => ({ name: 'a'.repeat(101), userId }),
  },
  {
    rule: 'An email has no white space inside.',
    text: 'must be an email address',
    of: 'backoffice',
    path: '/users',
    example: () => ({ email: 'ada lovelace@example.com', displayName: 'Ada' }),
  },
  {
    rule: 'An address can be read by the rules of the URL Standard: here the port is too large.',
    text: 'must be an absolute http or https URL',
    of: 'api',
    path: '/quizzes',
    example: () => quizWith('https://example.com:65536/'),
  },
  {
    rule: 'An address is short enough in its normal form: this one is longer percent-encoded.',
    text: 'must have at most 2048 characters in its percent-encoded form',
    of: 'api',
    path: '/quizzes',
    example: () => quizWith(`https://example.com/${'\u65e5'.repeat(1000)}`),
  },
  {
    rule: 'A quiz closes after it opens.',
    text: 'closesAt: must be after opensAt',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), opensAt: TIME, closesAt: TIME }),
  },
  {
    rule: 'Only what has to be started is drawn.',
    text: 'drawCount: needs requireStart',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), drawCount: 1 }),
  },
  {
    rule: 'No more questions are drawn than there are.',
    text: 'drawCount: must not be more than the questions',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), requireStart: true, drawCount: 2 }),
  },
  {
    rule: 'A tag is short enough after white space is taken off its ends.',
    text: 'tags: each item must have 1 to 50 characters',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), tags: ['a'.repeat(51)] }),
  },
  {
    rule: 'A language tag has the form of BCP 47.',
    text: 'language: must be a language tag of BCP 47',
    of: 'api',
    path: '/quizzes',
    example: () => ({ ...quizWith('https://example.com/'), language: 'de-x' }),
  },
  {
    rule: 'An attempt that was not started says how long it took.',
    text: 'totalTimeMs: must be an integer from 0 to 2147483647',
    of: 'api',
    path: '/quizzes/{id}/attempts',
    example: ({ questionId, answerId }) => ({ answers: [{ questionId, answerId }] }),
  },
  {
    rule: 'Questions exist in the quiz.',
    text: 'no question of this quiz',
    of: 'api',
    path: '/quizzes/{id}/attempts',
    example: ({ answerId }) => attempt({ questionId: NO_ID, answerId }),
  },
  {
    rule: 'Answers exist in their question.',
    text: 'no answer of this question',
    of: 'api',
    path: '/quizzes/{id}/attempts',
    example: ({ questionId }) => attempt({ questionId, answerId: NO_ID }),
  },
  {
    rule: 'Of the items of a list, one field is unique.',
    text: 'this question is answered twice',
    of: 'api',
    path: '/quizzes/{id}/attempts',
    example: ({ questionId, answerId }) => attempt({ questionId, answerId }, { questionId, answerId }),
  },
  {
    rule: 'The owner of a key exists.',
    text: 'no such user',
    of: 'backoffice',
    path: '/keys',
    example: () => ({ name: 'Key', userId: NO_ID }),
  },
  {
    rule: 'A key expires in the future.',
    text: 'must be an ISO 8601 timestamp in the future',
    of: 'backoffice',
    path: '/keys',
    example: ({ userId }) => ({ name: 'Key', userId, expiresAt: '2001-01-01T00:00:00Z' }),
  },
  {
    rule: 'A module declares each event.',
    text: 'may have only',
    of: 'backoffice',
    path: '/webhooks',
    example: () => ({ name: 'Course platform', url: 'https://courses.example.com/', events: ['moon.rose'] }),
  },
  {
    rule: 'An email is short enough in the form in which it is stored: this one has more characters in lower case.',
    text: 'must have 3 to 254 characters',
    of: 'backoffice',
    path: '/users',
    example: () => ({ email: `${'\u0130'.repeat(200)}@example.com`, displayName: 'Ada' }),
  },
  {
    rule: 'A new password is hard to guess.',
    text: 'must be harder to guess',
    of: 'backoffice',
    path: '/users',
    example: () => ({ email: 'ada@example.com', displayName: 'Ada', password: 'password1234' }),
  },
  {
    rule: 'Exactly one of two fields is given.',
    text: 'must be given, or a code instead',
    of: 'backoffice',
    path: '/session/confirmation',
    example: () => ({}),
  },
];
