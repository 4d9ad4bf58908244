import {
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await sharedService();
  [admin, player] = [await createPlayer(service, 'admin'), await createPlayer(service)];
});

const SETTINGS = {
  passPercentage: 80,
  revealAnswers: 'afterLastAttempt',
  opensAt: '2026-01-01T00:00:00.000Z',
  closesAt: '2036-01-31T18:00:00.000Z',
  requireStart: true,
  drawCount: 2,
  tags: ['Geography', 'Year 8'],
  language: 'de-AT',
} as const satisfies Partial<QuizBody>;

const DEFAULTS = {
  passPercentage: null,
  revealAnswers: 'always',
  opensAt: null,
  closesAt: null,
  requireStart: false,
  drawCount: null,
  tags: [],
  language: null,
} as const satisfies Partial<QuizBody>;

const names = Object.keys(SETTINGS) as (keyof Quiz)[];

async function read(id: string): Promise<Quiz> {
  const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
  return data as Quiz;
}

describe('the settings of a quiz', () => {
  it('are shown by each response that has them', async () => {
    const quiz = await createQuiz(admin, quizBody(3, SETTINGS));
    expect(quiz).toMatchObject(SETTINGS);
    expect(await read(quiz.id)).toEqual(quiz);
    const { data } = await admin.api.GET('/quizzes');
    expect(data?.quizzes.find(({ id }) => id === quiz.id)).toMatchObject(SETTINGS);
    const { quizzes } = await service.backoffice.call<{ quizzes: Quiz[] }>('GET', '/quizzes');
    expect(quizzes.find(({ id }) => id === quiz.id)).toMatchObject(SETTINGS);
  });

  it('are absent where they have their defaults', async () => {
    const plain = await createQuiz(admin, quizBody(1, DEFAULTS));
    const { data } = await player.api.GET('/quizzes');
    for (const shown of [plain, await read(plain.id), data?.quizzes.find(({ id }) => id === plain.id)]) {
      expect(names.filter((name) => name in (shown as Quiz))).toEqual([]);
    }
  });

  it('fall back to their defaults when an update leaves them out', async () => {
    const { id } = await createQuiz(admin, quizBody(3, SETTINGS));
    const updated = await updateQuiz(admin, id, quizBody(3));
    expect(names.filter((name) => name in updated)).toEqual([]);
  });

  it('are the same after a quiz was read and sent back', async () => {
    const quiz = await createQuiz(admin, quizBody(3, SETTINGS));
    expect(await updateQuiz(admin, quiz.id, quiz)).toMatchObject(SETTINGS);
  });

  it('are in the export as JSON lines, which creates the same quiz', async () => {
    const { id } = await createQuiz(admin, quizBody(3, SETTINGS));
    const line = await service.backoffice.call<QuizBody>('GET', `/quizzes/${id}/export`);
    expect(line).toMatchObject(SETTINGS);
    expect(await createQuiz(admin, line)).toMatchObject(SETTINGS);
  });

  it('are in the audit log where they change', async () => {
    const { id } = await createQuiz(admin, quizBody(3, SETTINGS));
    await updateQuiz(admin, id, quizBody(3, { ...SETTINGS, passPercentage: 90, opensAt: '2026-01-02T00:00:00Z' }));
    const { entries } = await service.backoffice.call<{ entries: { details: object }[] }>(
      'GET',
      `/audit?subjectId=${id}`,
    );
    expect(entries[0]?.details).toEqual({
      revision: 2,
      passPercentage: { from: 80, to: 90 },
      opensAt: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    });
  });

  it.each<[keyof typeof SETTINGS, unknown, string]>([
    ['passPercentage', -1, 'must be an integer from 0 to 100'],
    ['passPercentage', 101, 'must be an integer from 0 to 100'],
    ['revealAnswers', 'sometimes', 'must be one of always, afterLastAttempt, never'],
    ['revealAnswers', null, 'must be one of always, afterLastAttempt, never'],
    ['opensAt', 'tomorrow', 'must be an ISO 8601 timestamp'],
    ['closesAt', SETTINGS.opensAt, 'must be after opensAt'],
    ['requireStart', 'yes', 'must be true or false'],
    ['drawCount', 0, 'must be an integer from 1 to 200'],
    ['drawCount', 4, 'must not be more than the questions'],
    ['tags', null, 'must be a list'],
    ['tags', ['a'.repeat(51)], 'each item must have 1 to 50 characters'],
    ['tags', Array.from({ length: 21 }, (_, index) => `Tag ${index}`), 'must have at most 20 items'],
    ['language', 'de-x', 'must be a language tag of BCP 47'],
  ])('reject a value of %s: %j', async (name, value, problem) => {
    const body = { ...quizBody(3, SETTINGS), [name]: value } as QuizBody;
    const { response, error } = await admin.api.POST('/quizzes', { body });
    expect([response.status, error?.error]).toEqual([400, `${name}: ${problem}`]);
  });

  it('reject drawCount without requireStart', async () => {
    const { response, error } = await admin.api.POST('/quizzes', { body: quizBody(3, { drawCount: 2 }) });
    expect([response.status, error?.error]).toEqual([400, 'drawCount: needs requireStart']);
  });

  it('keep the first of tags that differ in case only, without white space around them', async () => {
    const { tags } = await createQuiz(admin, quizBody(1, { tags: [' Geography ', 'geography', 'Straße', 'STRASSE'] }));
    expect(tags).toEqual(['Geography', 'Straße', 'STRASSE']);
  });
});

describe('the explanation of a question', () => {
  const explained = (explanation: string | null): QuizBody => {
    const [first, second] = quizBody(2).questions as [QuizBody['questions'][number], QuizBody['questions'][number]];
    return { ...quizBody(), questions: [{ ...first, explanation }, second] };
  };

  it('is shown with the correct answers, and absent where there is none', async () => {
    const quiz = await createQuiz(admin, explained('Because'));
    expect(quiz.questions.map((question) => question.explanation)).toEqual(['Because', undefined]);
    expect(quiz.questions[1]).not.toHaveProperty('explanation');
    const { data } = await player.api.GET('/quizzes/{id}/questions', { params: { path: { id: quiz.id } } });
    expect(JSON.stringify(data)).not.toContain('Because');
  });

  it('changes without another id of the question, as a new version', async () => {
    const quiz = await createQuiz(admin, explained(null));
    const updated = await updateQuiz(admin, quiz.id, explained('Because'));
    expect(updated.questions.map(({ id }) => id)).toEqual(quiz.questions.map(({ id }) => id));
    const { versions } = await service.backoffice.call<{ versions: object[] }>('GET', `/quizzes/${quiz.id}/versions`);
    expect(versions).toHaveLength(2);
    expect((await updateQuiz(admin, quiz.id, explained(null))).questions).toEqual(quiz.questions);
  });

  it('is in the export as JSON lines', async () => {
    const { id } = await createQuiz(admin, explained('Because'));
    const line = await service.backoffice.call<QuizBody>('GET', `/quizzes/${id}/export`);
    expect(line.questions.map(({ explanation }) => explanation)).toEqual(['Because', undefined]);
  });

  it.each([
    ['', 'must have 1 to 2000 characters'],
    ['a'.repeat(2_001), 'must have 1 to 2000 characters'],
    [' ', 'must not be blank'],
  ])('rejects %.10j', async (explanation, problem) => {
    const { error } = await admin.api.POST('/quizzes', { body: explained(explanation) });
    expect(error?.error).toBe(`questions[0].explanation: ${problem}`);
  });
});

describe('tags and languages', () => {
  const found = async (filter: { tag?: string; language?: string; search?: string }, by = player) => {
    const { data } = await by.api.GET('/quizzes', { params: { query: filter } });
    expect(data?.pagination.total).toBe(data?.quizzes.length);
    const path = `/quizzes?${new URLSearchParams({ ...filter }).toString()}`;
    const { quizzes } = await service.backoffice.call<{ quizzes: Quiz[] }>('GET', path);
    const exported = await service.backoffice.request('GET', path.replace('?', '/export?'));
    const lines = (await exported.text()).split('\n').filter((line) => line !== '');
    const titles = data?.quizzes.map(({ title }) => title);
    expect(quizzes.map(({ title }) => title)).toEqual(titles);
    expect(lines.map((line) => (JSON.parse(line) as QuizBody).title)).toEqual(titles);
    return titles?.toSorted();
  };

  beforeAll(async () => {
    const quizzes: Partial<QuizBody>[] = [
      { title: 'Alps', tags: ['Mountains', 'Year 7'], language: 'rm-AT' },
      { title: 'Andes', tags: ['MOUNTAINS'], language: 'es' },
      { title: 'Nile', tags: ['Rivers', 'year 7'], language: 'rm' },
      { title: 'Plain' },
    ];
    for (const quiz of quizzes) await createQuiz(admin, quizBody(1, quiz));
  });

  it('filter the lists and the export, in any case', async () => {
    expect(await found({ tag: 'mountains' })).toEqual(['Alps', 'Andes']);
    expect(await found({ tag: ' Year 7 ' })).toEqual(['Alps', 'Nile']);
    expect(await found({ tag: 'mountains', language: 'rm' })).toEqual(['Alps']);
    expect(await found({ tag: 'mountains', search: 'and' })).toEqual(['Andes']);
    expect(await found({ tag: 'Mountain' })).toEqual([]);
  });

  it('find a language with its regions, and a region alone', async () => {
    expect(await found({ language: 'RM' })).toEqual(expect.arrayContaining(['Alps', 'Nile']));
    expect(await found({ language: 'rm', search: 'nile' })).toEqual(['Nile']);
    expect(await found({ language: 'rm-at', search: 'nile' })).toEqual([]);
    expect(await found({ language: 'r_' }).catch(() => 'rejected')).toBe('rejected');
  });

  it('are counted by tag for administrators, whatever their case', async () => {
    const { tags } = await service.backoffice.call<{ tags: { tag: string; quizzes: number }[] }>(
      'GET',
      '/quizzes/tags',
    );
    const counts = new Map(tags.map(({ tag, quizzes }) => [tag.toLowerCase(), quizzes]));
    expect([counts.get('mountains'), counts.get('rivers')]).toEqual([2, 1]);
    expect(counts.size).toBe(tags.length);
  });

  it('follow an update', async () => {
    const { id } = await createQuiz(admin, quizBody(1, { title: 'Moved', tags: ['Before'] }));
    await updateQuiz(admin, id, quizBody(1, { title: 'Moved', tags: ['After'] }));
    expect([await found({ tag: 'before' }), await found({ tag: 'after' })]).toEqual([[], ['Moved']]);
  });
});
