import { scope } from '#libs/access';
import { roleAllows } from './roles.js';

const READ = scope('badges:read', ['player', 'viewer']);
const EARN = scope('badges:earn', ['player']);
const WRITE = scope('badges:write', []);

describe('roleAllows', () => {
  it.each([
    ['admin', WRITE, true, true],
    ['admin', EARN, false, true],
    ['player', EARN, false, true],
    ['player', READ, false, true],
    ['player', WRITE, true, false],
    ['player', READ, true, false],
    ['editor', READ, false, true],
    ['editor', EARN, false, true],
    ['editor', WRITE, false, false],
    ['editor', READ, true, false],
    ['viewer', READ, false, true],
    ['viewer', EARN, false, false],
  ] as const)('%s, %o, admin %s: %s', (role, needed, admin, allowed) => {
    expect(roleAllows(role, { scope: needed, admin })).toBe(allowed);
  });
});
