import { parseArguments, UsageError } from './arguments.js';

const URL_AND_KEY = ['--url', 'http://localhost:3000', '--key', 'qk_secret'];

describe('parseArguments', () => {
  it('accepts a file, an address and a key', () => {
    expect(parseArguments(['quizzes.jsonl', ...URL_AND_KEY], {})).toEqual({
      file: 'quizzes.jsonl',
      baseUrl: 'http://localhost:3000/api',
      key: 'qk_secret',
      concurrency: 4,
    });
    expect(parseArguments(['-', ...URL_AND_KEY, '--concurrency', '1'], {})).toMatchObject({
      file: '-',
      concurrency: 1,
    });
  });

  it.each([
    ['http://host:3000', 'http://host:3000/api'],
    ['http://host:3000/', 'http://host:3000/api'],
    ['https://host/api', 'https://host/api'],
    ['https://host/quiz/api//', 'https://host/quiz/api'],
  ])('derives the API root from %s', (url, baseUrl) => {
    expect(parseArguments(['f', '--url', url, '--key', 'k'], {})).toMatchObject({ baseUrl });
  });

  it('reads the key from QUIZ_API_KEY, and prefers --key', () => {
    const env = { QUIZ_API_KEY: ' qk_env\n' };
    expect(parseArguments(['f', '--url', 'http://host'], env)).toMatchObject({ key: 'qk_env' });
    expect(parseArguments(['f', ...URL_AND_KEY], env)).toMatchObject({ key: 'qk_secret' });
  });

  it('requires nothing else with --help', () => {
    expect(parseArguments(['--help'], {})).toBe('help');
  });

  it.each([
    [URL_AND_KEY, 'expected one FILE, got 0'],
    [['f', 'qk_secret', ...URL_AND_KEY], 'expected one FILE, got 2'],
    [['f', '--key', 'qk_secret'], '--url is missing'],
    [['f', '--key', 'k', '--url', 'qk_secret'], '--url must be an address'],
    [['f', '--key', 'k', '--url', 'ftp://host'], '--url must be an address'],
    [['f', '--key', 'k', '--url', 'http://qk_secret@host'], '--url must be an address'],
    [['f', '--key', 'k', '--url', 'http://host/?key=qk_secret'], '--url must be an address'],
    [['f', '--url', 'http://host'], 'no API key'],
    [['f', '--url', 'http://host', '--key', 'qk_secret\u20ac'], 'the API key has characters'],
    [['f', ...URL_AND_KEY, '--concurrency', '0'], '--concurrency must be'],
    [['f', ...URL_AND_KEY, '--concurrency', '101'], '--concurrency must be'],
    [['f', ...URL_AND_KEY, '--concurrency', '2.5'], '--concurrency must be'],
    [['f', '--keys=qk_secret'], "Unknown option '--keys'"],
    [['f', '-kqk_secret'], "Unknown option '-k'"],
    [['f', '--key', '--url', 'http://host'], "Option '--key' argument is ambiguous"],
  ])('rejects %j in one line without a key', (argv, message) => {
    const rejected = () => parseArguments(argv, {});
    expect(rejected).toThrow(UsageError);
    expect(rejected).toThrow(message);
    expect(rejected).not.toThrow(/qk_secret|\n/);
  });
});
