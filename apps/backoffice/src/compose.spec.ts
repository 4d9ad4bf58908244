import type { Contribution } from '#libs/backoffice-ui/contribution.ts';
import { compose } from './compose';

interface Page {
  path: string;
  menu?: { label: string; after?: string };
  tab?: { of: string; label: string; after?: string };
}

/** A module with these pages. */
function contributionOf(pages: Page[], auditActions: Record<string, string> = {}): Contribution {
  const routes = pages.map(({ path, ...staticData }) => ({ options: { path, staticData } }));
  return { routes: routes as unknown as Contribution['routes'], auditActions };
}

const overview = contributionOf([{ path: '/', menu: { label: 'Overview' } }]);

const inMenu = (path: string, label: string, after: string) => contributionOf([{ path, menu: { label, after } }]);

const tabOf = (of: string, path: string, label: string, after?: string) =>
  contributionOf([{ path, tab: { of, label, ...(after !== undefined && { after }) } }]);

describe('compose: the menu', () => {
  it('puts each entry after the one that it names, in any order of the modules', () => {
    const modules = [inMenu('/users', 'Users', '/quizzes'), inMenu('/quizzes', 'Quizzes', '/'), overview];
    for (const contributions of [modules, modules.toReversed()]) {
      expect(compose(contributions).menu.map(({ path }) => path)).toEqual(['/', '/quizzes', '/users']);
    }
  });

  it('sorts entries that follow the same one by their labels, each with those that follow it', () => {
    const { menu } = compose([
      overview,
      inMenu('/users', 'Users', '/'),
      inMenu('/keys', 'API keys', '/users'),
      inMenu('/badges', 'Badges', '/'),
    ]);
    expect(menu.map(({ label }) => label)).toEqual(['Overview', 'Badges', 'Users', 'API keys']);
  });

  it.each([
    ['no page', [inMenu('/badges', 'Badges', '/leaderboards')]],
    ['a page without an entry', [contributionOf([{ path: '/plain' }]), inMenu('/badges', 'Badges', '/plain')]],
    ['each other', [inMenu('/badges', 'Badges', '/medals'), inMenu('/medals', 'Medals', '/badges')]],
  ])('rejects entries that follow %s', (_what, modules) => {
    expect(() => compose([overview, ...modules])).toThrow('The entry /badges follows one that does not exist');
  });
});

describe('compose: tabs', () => {
  const quiz = contributionOf([{ path: '/quizzes/$quizId' }]);

  it('are those that pages declare for their page, in order', () => {
    const { tabs } = compose([
      tabOf('/quizzes/$quizId', '/quizzes/$quizId/badges', 'Badges', '/quizzes/$quizId/preview'),
      tabOf('/quizzes/$quizId', '/quizzes/$quizId/preview', 'Preview'),
      quiz,
    ]);
    const labels = Object.entries(tabs).map(([page, entries]) => [page, entries.map(({ label }) => label)]);
    expect(labels).toEqual([['/quizzes/$quizId', ['Preview', 'Badges']]]);
  });

  it('are rejected if their page does not exist', () => {
    expect(() => compose([quiz, tabOf('/users/$userId', '/users/$userId/badges', 'Badges')])).toThrow(
      'The tab /users/$userId/badges is of a page that does not exist: /users/$userId',
    );
  });
});

describe('compose: addresses and audit actions', () => {
  it('rejects two pages with the same address, even with different names of parameters', () => {
    const pages = ['/quizzes/$quizId', '/quizzes/$id'].map((path) => contributionOf([{ path }]));
    expect(() => compose(pages)).toThrow('the same address: /quizzes/$');
  });

  it('accepts a fixed address in addition to one with a parameter', () => {
    expect(() => compose([contributionOf([{ path: '/users/new' }, { path: '/users/$userId' }])])).not.toThrow();
  });

  it('returns the labels of all modules, and rejects an action with two labels', () => {
    const badges = contributionOf([], { 'badge.awarded': 'Awarded a badge' });
    const quizzes = contributionOf([], { 'quiz.created': 'Created a quiz' });
    expect(compose([badges, quizzes]).auditActions).toEqual({
      'badge.awarded': 'Awarded a badge',
      'quiz.created': 'Created a quiz',
    });
    expect(() => compose([badges, badges])).toThrow('the same audit action: badge.awarded');
  });

  it('returns the audit subjects of all modules, and rejects one that two of them have', () => {
    const badges = { routes: [], auditSubjects: { badge: { label: 'Badges' } } };
    const quizzes = { routes: [], auditSubjects: { quiz: { label: 'Quizzes' } } };
    expect(Object.keys(compose([badges, quizzes]).auditSubjects)).toEqual(['badge', 'quiz']);
    expect(() => compose([badges, badges])).toThrow('the same audit subject: badge');
  });
});
