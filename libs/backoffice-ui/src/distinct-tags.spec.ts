import { distinctTags } from './distinct-tags';

it('distinctTags: trims tags, and drops blank ones and those that differ in case only', () => {
  expect(distinctTags([' Europe ', 'EUROPE', ' ', 'Ärzte', 'ärzte', 'a, b'])).toEqual(['Europe', 'Ärzte', 'a, b']);
});
