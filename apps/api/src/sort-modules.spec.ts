import { Module } from '@nestjs/common';
import { sortModules } from './sort-modules.js';

@Module({})
class Users {}

@Module({})
class Quizzes {}

@Module({})
class Unlisted {}

@Module({ imports: [Unlisted, Quizzes] })
class Attempts {}

@Module({ imports: [Quizzes, Attempts] })
class Leaderboards {}

@Module({ imports: [Users, Attempts] })
class Badges {}

it('sortModules: modules come after their imports, independent of the order of the argument', () => {
  const modules = [Users, Quizzes, Attempts, Leaderboards, Badges];
  const sorted = [Users, Quizzes, Attempts, Badges, Leaderboards];
  for (const [index] of modules.entries()) {
    const turned = [...modules.slice(index), ...modules.slice(0, index)];
    expect(sortModules(turned)).toEqual(sorted);
    expect(sortModules(turned.reverse())).toEqual(sorted);
  }
});
