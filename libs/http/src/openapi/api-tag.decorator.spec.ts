import { Controller, type Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RegisteredEndpoint } from '../access.js';
import { ApiTag, tagsOf } from './api-tag.decorator.js';

function controllerOf(...options: Parameters<typeof ApiTag>): Type {
  @ApiTag(...options)
  @Controller()
  class Documentation {}
  return Documentation;
}

/** The tags of a document with one operation per name. */
const tagsFor = (names: string[], controllers: Type[]) =>
  tagsOf(
    {
      paths: Object.fromEntries(names.map((name, index) => [`/${index}`, { get: { tags: [name], responses: {} } }])),
    } as unknown as OpenAPIObject,
    controllers.map((controller) => ({ controller }) as RegisteredEndpoint),
  );

describe('@ApiTag', () => {
  it('describes the tags in the order of their operations, unless one is to be first or last', () => {
    const controllers = [
      controllerOf('Log', 'What was done', 'last'),
      controllerOf('Users', 'Who they are'),
      controllerOf('Badges', 'What players have earned'),
      controllerOf('Session', 'Signing in', 'first'),
    ];
    expect(tagsFor(['Log', 'Badges', 'Users', 'Badges', 'Session'], controllers)).toEqual([
      { name: 'Session', description: 'Signing in' },
      { name: 'Badges', description: 'What players have earned' },
      { name: 'Users', description: 'Who they are' },
      { name: 'Log', description: 'What was done' },
    ]);
  });

  it('fails if two controllers describe one tag', () => {
    const controllers = [controllerOf('Badges', 'What players have earned'), controllerOf('Badges', 'Another text')];
    expect(() => tagsFor(['Badges'], controllers)).toThrow('The tag Badges has two descriptions');
  });
});
