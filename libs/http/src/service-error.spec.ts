import { serviceError, ServiceError } from './service-error.js';

class QuizNotFound extends serviceError(404, 'Quiz not found') {}
class Renamed extends serviceError(409, 'Name is taken', 'name_taken') {}
class Special extends Renamed {}
class Problem extends ServiceError {}

describe('the code of an error', () => {
  it.each([
    ['is the name of its class', QuizNotFound, 'quiz_not_found'],
    ['is the one that its class declares', Renamed, 'name_taken'],
    ['is that of the base class, if that one declares it', Special, 'name_taken'],
  ])('%s', (_, error, code) => {
    expect([error.code, new error().code]).toEqual([code, code]);
  });

  it('is the name of a class with several texts', () => {
    expect(new Problem(400, 'a').code).toBe('problem');
  });

  it('may be that of the thrown error alone', () => {
    expect(new ServiceError(409, 'a', 'conflict').code).toBe('conflict');
  });
});
