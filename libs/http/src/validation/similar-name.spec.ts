import { findMisspelt } from './similar-name.js';

const KNOWN = ['page', 'limit', 'answers', 'updatedSince', 'tag', 'to'];

it.each([
  ['answer', 'answers'],
  ['Answers', 'answers'],
  ['answerss', 'answers'],
  ['anawers', 'answers'],
  ['Answer', 'answers'],
  ['anwsers', 'answers'],
  ['nasewrs', undefined],
  ['answ', undefined],
  ['updatedsince', 'updatedSince'],
  ['updated_since', 'updatedSince'],
  ['answers', undefined],
  ['Page', undefined],
  ['limits', undefined],
  ['Tag', 'tag'],
  ['tags', 'tag'],
  ['ag', undefined],
  ['tab', undefined],
  ['tasks', undefined],
  ['TO', 'to'],
  ['too', undefined],
  ['offset', undefined],
  ['', undefined],
])('the parameter %s is nearly %s', (name, meant) => {
  expect(findMisspelt(['other', name], KNOWN)).toEqual(meant === undefined ? undefined : { name, meant });
});

it('a parameter that is known is not taken for another one', () => {
  expect(findMisspelt(['since', 'sinc'], ['since', 'sinc'])).toBeUndefined();
});
