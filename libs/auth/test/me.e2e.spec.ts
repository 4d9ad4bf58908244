import { createPlayer, type Player } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
beforeAll(async () => (service = await startService({ RATE_LIMIT_REQUESTS: '1000', RATE_LIMIT_WINDOW_SECONDS: '90' })));
afterAll(() => service.close());

const SCOPES = {
  admin: ['quizzes:read', 'quizzes:write', 'attempts:read', 'attempts:write'],
  player: ['quizzes:read', 'attempts:read', 'attempts:write'],
  viewer: ['quizzes:read', 'attempts:read'],
};

const meOf = async ({ api }: Player) => (await api.GET('/me', {})).data;

describe('GET /me', () => {
  it.each(['admin', 'player', 'viewer'] as const)('shows user, role, scopes, key and limit: %s', async (role) => {
    const player = await createPlayer(service, role);
    expect(await meOf(player)).toEqual({
      user: { id: player.userId, displayName: player.displayName, image: null },
      role,
      scopes: SCOPES[role],
      key: { id: player.keyId, name: `Key of ${player.displayName}`, expiresAt: null },
      rateLimit: { limit: 1000, windowSeconds: 90 },
    });
  });

  it('shows changes of user and key immediately', async () => {
    const player = await createPlayer(service);
    const image = 'https://example.com/ada.png';
    const expiresAt = '2036-01-01T00:00:00.000Z';
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName: 'Ada', image, role: 'viewer' });
    await service.backoffice.call('PATCH', `/keys/${player.keyId}`, { name: 'App', expiresAt, rateLimit: 7 });
    expect(await meOf(player)).toEqual({
      user: { id: player.userId, displayName: 'Ada', image },
      role: 'viewer',
      scopes: SCOPES.viewer,
      key: { id: player.keyId, name: 'App', expiresAt },
      rateLimit: { limit: 7, windowSeconds: 90 },
    });
  });

  it('is forbidden for a suspended user', async () => {
    const { userId, api } = await createPlayer(service);
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
    const { response, error } = await api.GET('/me', {});
    expect([response.status, error]).toEqual([403, { error: 'Insufficient permissions' }]);
    expect(response.headers.get('x-error-code')).toBe('user_suspended');
    expect(response.headers.has('x-required-scope')).toBe(false);
  });

  it('does not accept a session of the backoffice', async () => {
    const { cookie } = service.backoffice;
    const { status, text } = await send(service.url, 'GET', '/api/me', { headers: { cookie } });
    expect([status, text]).toEqual([401, '{"error":"API key is required"}']);
  });
});
