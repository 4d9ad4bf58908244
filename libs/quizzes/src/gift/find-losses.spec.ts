import { findLosses } from './find-losses.js';

const shape = (source: string) => findLosses(source).map(({ what, line }) => `${line} ${what}`);

describe('findLosses', () => {
  it.each<[string, string, string[]]>([
    ['feedback of answers', 'a? {\n=b#right!\n~c # wrong\n~d\n}', ['2 feedback', '3 feedback']],
    ['feedback of the question', 'a {\n=b ~c\n####in general\n}', ['3 feedback']],
    ['feedback of true and false', 'a {FALSE#no#yes}', ['1 feedback', '1 feedback']],
    ['feedback over several lines once', 'a {=b#one\ntwo\n~c}', ['1 feedback']],
    ['weights', 'a {\n~%50%b\n~%50%c\n~%-100%d\n~ %12.5% e\n}', ['2 weight', '3 weight', '4 weight', '5 weight']],
    ['both', 'a {~%50%b#half ~c =d}', ['1 weight', '1 feedback']],
  ])('finds %s', (_, source, losses) => {
    expect(shape(source)).toEqual(losses);
  });

  it.each([
    ['all or none of the points', 'a {=%100%b ~%0%c ~%100%d}'],
    ['empty feedback', 'a {=b# ~c#\n####\n}'],
    ['escaped marks', 'a {=b\\# c ~\\=%50%d}'],
    ['marks outside of the braces', '# a ~%50% b {=c ~d} #e'],
    ['percent within an answer', 'a {=b 50% ~c 20%}'],
    ['nothing', 'a {T}'],
  ])('finds none in %s', (_, source) => {
    expect(shape(source)).toEqual([]);
  });

  it('is fast for a question of the maximum length', () => {
    expect(findLosses(`a {${'~%50%b#c'.repeat(2_500)}}`)).toHaveLength(5_000);
  });
});
