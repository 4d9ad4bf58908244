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

it('modules come after those that they import, the same in every order in which they are listed', () => {
  const modules = [Users, Quizzes, Attempts, Leaderboards, Badges];
  const sorted = [Users, Quizzes, Attempts, Badges, Leaderboards];
  for (const [index] of modules.entries()) {
    const turned = [...modules.slice(index), ...modules.slice(0, index)];
    expect(sortModules(turned)).toEqual(sorted);
    expect(sortModules(turned.reverse())).toEqual(sorted);
  }
});
