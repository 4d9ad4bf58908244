import { describeTime } from './describe-time';

it.each([
  [null, 'No time limit'],
  [0, 'No time limit'],
  [1, '1 second'],
  [60, '1 minute'],
  [90, '1 minute 30 seconds'],
  [604_800, '10,080 minutes'],
])('describeTime: describes %j seconds', (seconds, text) => {
  expect(describeTime(seconds)).toBe(text);
});
