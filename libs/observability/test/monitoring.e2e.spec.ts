import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { withClient } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';
import { submit } from '../../../test/support/attempts.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const read = (name: string) => readFileSync(new URL(`../../../apps/api/monitoring/${name}`, import.meta.url), 'utf8');

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
};
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));
const expressions = [
  ...targets.map(({ title, expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Labels that Prometheus adds to whatever it scrapes. */
const ADDED = { job: new Set(['quiz-service', 'All']), instance: new Set(['localhost:3000']) };

/** The metrics of the service: the values of each label, by the name of the metric. */
const shown = new Map<string, Map<string, Set<string>>>();
let service: Service;

beforeAll(async () => {
  service = await startService();
  const admin = await createPlayer(service, 'admin');
  const quiz = await createQuiz(admin);
  expect((await submit(admin, quiz.id, attemptAt(quiz, 1))).status).toBe(201);
  await withClient(service.databaseUrl, (client) => client.query('ALTER TABLE quizzes RENAME TO gone'));
  expect((await admin.api.GET('/quizzes', {})).response.status).toBe(500);
  await withClient(service.databaseUrl, (client) => client.query('ALTER TABLE gone RENAME TO quizzes'));
  await until('the failure is counted, and a background task has run', async () => {
    const series = [...(await readMetrics(service.url)).keys()];
    return [/^http_request.*status="500"/, /^quiz_background_task_duration_seconds_bucket/].every((pattern) =>
      series.some((name) => pattern.test(name)),
    );
  });
  for (const name of ['up', 'quiz_worker_restarts_total']) shown.set(name, new Map(Object.entries(ADDED)));
  for (const series of (await readMetrics(service.url)).keys()) {
    const [name = ''] = /^\w+/.exec(series) ?? [];
    const labels = shown.get(name) ?? new Map<string, Set<string>>(Object.entries(ADDED));
    for (const [, label = '', value = ''] of series.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
    shown.set(name, labels);
  }
});

afterAll(() => service.close());

interface Matcher {
  metric: string;
  label: string;
  operator: string;
  value: string;
}

/** The metrics and labels in an expression. @throws Error if it is not PromQL */
function namesIn(expression: string): { metrics: string[]; matchers: Matcher[]; groupings: string[] } {
  const metrics: string[] = [];
  const matchers: Matcher[] = [];
  const groupings: string[] = [];
  let parent = '';
  const parts: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to, type, node }) => {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.push((parent = text));
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupings.push(text);
      if (name === 'UnquotedLabelMatcher') {
        parts.splice(0, parts.length, ...(/^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text)?.slice(1) ?? []));
        const [label = '', operator = '', value = ''] = parts;
        matchers.push({ metric: parent, label, operator, value });
      }
    },
  });
  return { metrics, matchers, groupings };
}

/** Whether a series of the service can match; checks each alternative by itself. */
function canMatch({ metric, label, operator, value }: Matcher): boolean {
  const values = [...(shown.get(metric)?.get(label) ?? [])];
  if (value.startsWith('$')) return values.length > 0;
  const alternatives = operator.includes('~') ? value.split('|') : [value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  return alternatives.every((pattern) => values.some((one) => new RegExp(`^(?:${pattern})$`).test(one)));
}

describe.each(expressions)('"%s"', (_title, expression) => {
  it('is PromQL with metrics of the service', () => {
    const { metrics, matchers, groupings } = namesIn(expression);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((metric) => !shown.has(metric))).toEqual([]);
    expect(matchers.filter((matcher) => !canMatch(matcher))).toEqual([]);
    const known = metrics.map((metric) => shown.get(metric));
    expect(groupings.filter((label) => !known.every((labels) => labels?.has(label)))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('uses the data source that its user chooses', () => {
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    const sources = [
      ...dashboard.panels.flatMap(({ datasource }) => datasource ?? []),
      ...targets.map(({ datasource }) => datasource),
    ];
    expect(new Set(sources.map(({ uid }) => uid))).toEqual(new Set(['${datasource}']));
    const asked = dashboard.templating.list.flatMap(
      ({ definition }) => /label_values\((\w+)/.exec(definition ?? '')?.[1] ?? [],
    );
    expect(asked.filter((metric) => !shown.has(metric))).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('names lines by labels that they are grouped by', () => {
    const unknown = targets.flatMap(({ expr, legendFormat }) => {
      const { groupings } = namesIn(expr.replaceAll('$__rate_interval', '5m'));
      return [...legendFormat.matchAll(/{{(\w+)}}/g)].flatMap(([, label = '']) =>
        groupings.includes(label) ? [] : [label],
      );
    });
    expect(unknown).toEqual([]);
  });

  it('has panels with unique ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('shows every metric of the service', () => {
    const used = new Set(
      expressions.flatMap(([, expression]) =>
        namesIn(expression).metrics.map((name) => name.replace(/_(bucket|sum|count)$/, '')),
      ),
    );
    const own = [...shown.keys()]
      .filter((name) => name.startsWith('quiz_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(own.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe.each(rules)('the alert $alert', ({ alert, expr, labels, annotations }) => {
  it('has a severity, a description of the problem and advice', () => {
    expect(alert).toMatch(/^Quiz[A-Z]\w+$/);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
    const { metrics, groupings } = namesIn(expr);
    const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    const isAggregated = /^\s*(sum|histogram_quantile|absent)\b/.test(expr);
    const kept = isAggregated ? groupings : [...(shown.get(metrics[0] ?? '')?.keys() ?? [])];
    expect(named.filter((label) => !kept.includes(label))).toEqual([]);
  });
});
