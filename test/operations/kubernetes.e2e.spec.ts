// The manifests of deploy/kubernetes agree with Kubernetes, with each other and with the service.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Container, PodSpec } from 'kubernetes-types/core/v1.js';
import { loadConfiguration, variables } from '#libs/configuration';
import { createApp } from '../../apps/api/src/create-app.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { send } from '../support/http.js';
import { checkTypes, type Manifests, renderManifests } from '../support/kubernetes.js';
import { logIntoRun } from '../support/log.js';
import { createServiceDatabase, sharedService, type SharedService, startService } from '../support/service.js';

const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url);

/** What the secret may contain. */
const SECRETS = {
  DATABASE_URL: 'postgres://quiz:secret@postgres/quiz',
  REDIS_URL: 'redis://redis:6379',
  DATABASE_REPLICA_URL: 'postgres://quiz:secret@replica/quiz',
  ADMIN_EMAIL: 'ada@example.com',
  ADMIN_PASSWORD: 'a password of this test',
  OIDC_CLIENT_SECRET: 'secret',
};

/** PostgreSQL's default. */
const MAX_CONNECTIONS = 100;

describeWithPrograms('deploy/kubernetes', ['kubectl'], () => {
  let manifests: Manifests;
  let pods: { api: PodSpec; migration: PodSpec };
  let api: Container;
  let migration: Container;

  beforeAll(() => {
    manifests = renderManifests();
    const { Deployment, Job } = manifests;
    pods = { api: Deployment.spec?.template.spec as PodSpec, migration: Job.spec?.template.spec as PodSpec };
    [api] = pods.api.containers as [Container];
    [migration] = pods.migration.containers as [Container];
  });

  it('has the fields and types that Kubernetes describes', () => {
    expect(Object.keys(manifests).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
    expect(checkTypes(manifests)).toEqual([]);
  });

  it('the check finds an unknown field, a wrong type and a missing field', () => {
    const broken = JSON.stringify(manifests)
      .replace('"minReadySeconds"', '"minReadinessSeconds"')
      .replace('"targetPort":"http"', '"targetPort":true')
      .replace('"maxReplicas":4,', '');
    expect(checkTypes(JSON.parse(broken) as object).sort()).toEqual([
      expect.stringMatching(/minReadinessSeconds.* does not exist/),
      expect.stringMatching(/^Property 'maxReplicas' is missing/),
      expect.stringMatching(/'true' is not assignable to type 'string \| number/),
    ]);
  });

  it('applies every file', () => {
    const list = readFileSync(new URL('kustomization.yaml', FOLDER), 'utf8');
    const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml');
    expect([...list.matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => name).sort()).toEqual(files.sort());
  });

  it('selects the pods of the Deployment only', () => {
    const { Deployment, Service, PodDisruptionBudget, Job } = manifests;
    const labels = Deployment.spec?.template.metadata?.labels;
    for (const selected of [
      Deployment.spec?.selector.matchLabels,
      Service.spec?.selector,
      PodDisruptionBudget.spec?.selector?.matchLabels,
      ...(pods.api.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector?.matchLabels),
    ]) {
      expect(selected).toEqual(labels);
    }
    const component = { 'app.kubernetes.io/component': 'migration' };
    for (const { metadata } of [Job, Job.spec?.template ?? {}]) expect(metadata?.labels).toMatchObject(component);
    expect(labels).not.toMatchObject(component);
  });

  it('leads from the Ingress to the port of the service, and scales the Deployment', () => {
    const { Deployment, Service, Ingress, HorizontalPodAutoscaler } = manifests;
    const [port] = Service.spec?.ports ?? [];
    const [rule] = Ingress.spec?.rules ?? [];
    const service = { name: Service.metadata?.name, port: { name: port?.name } };
    for (const { backend } of rule?.http?.paths ?? []) expect(backend).toEqual({ service });
    expect(port?.targetPort).toBe('http');
    expect(api.ports).toEqual([{ name: 'http', containerPort: variables.PORT.default }]);
    const { apiVersion, kind, metadata } = Deployment;
    expect(HorizontalPodAutoscaler.spec?.scaleTargetRef).toEqual({ apiVersion, kind, name: metadata?.name });
    // `kubectl apply` would undo the scaling.
    expect(Deployment.spec).not.toHaveProperty('replicas');
  });

  it('publishes one host with TLS, the origin of SITE_URL, without health and metrics', () => {
    const { Ingress, ConfigMap } = manifests;
    const [rule, ...others] = Ingress.spec?.rules ?? [];
    expect(others).toEqual([]);
    expect(rule?.host).toBe(new URL(ConfigMap.data?.SITE_URL ?? '').host);
    expect(Ingress.spec?.tls?.map(({ hosts }) => hosts)).toEqual([[rule?.host]]);
    expect(rule?.http?.paths.map(({ path, pathType }) => `${pathType} ${path}`)).toEqual([
      'Exact /',
      'Prefix /api',
      'Prefix /admin',
      'Prefix /docs',
      'Exact /llms.txt',
      'Prefix /images',
    ]);
  });

  it('sets variables of the service, to valid values, and takes those with secrets from the Secret', () => {
    const { data = {}, metadata } = manifests.ConfigMap;
    expect(api.envFrom).toEqual([{ configMapRef: { name: metadata?.name } }]);
    for (const container of [api, migration]) {
      for (const { name, ...rest } of container.env ?? []) {
        const key = { name: 'quiz-service', key: name };
        const isRequired = ['DATABASE_URL', 'REDIS_URL'].includes(name);
        expect(rest).toEqual({ valueFrom: { secretKeyRef: isRequired ? key : { ...key, optional: true } } });
      }
    }
    const names = (api.env ?? []).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(SECRETS).sort());
    expect(migration.env?.map(({ name }) => name)).toEqual(['DATABASE_URL']);
    expect(Object.keys(variables)).toEqual(expect.arrayContaining([...Object.keys(data), ...names]));
    expect(Object.keys(data).filter((name) => /URL|PASSWORD|SECRET|KEY|TOKEN|EMAIL/.test(name))).toEqual(['SITE_URL']);
    const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'quiz' };
    expect(() => loadConfiguration({ ...data, ...SECRETS, ...oidc })).not.toThrow();
  });

  it('trusts the addresses of the ingress controller, not those of all pods', () => {
    const proxies = manifests.ConfigMap.data?.TRUSTED_PROXIES?.split(',') ?? [];
    expect(proxies).not.toEqual([]);
    for (const proxy of proxies) expect(Number(proxy.split('/')[1] ?? 32)).toBeGreaterThanOrEqual(24);
  });

  it('lets only the ingress controller and Prometheus connect, and only to the port of the service', () => {
    const { podSelector, policyTypes, ingress } = manifests.NetworkPolicy.spec ?? {};
    const name = { 'app.kubernetes.io/name': 'quiz-service' };
    expect(podSelector).toEqual({ matchLabels: name });
    for (const { spec } of [manifests.Deployment, manifests.Job])
      expect(spec?.template.metadata?.labels).toMatchObject(name);
    expect(policyTypes).toEqual(['Ingress']);
    expect(ingress).toHaveLength(1);
    const [{ from = [], ports } = {}] = ingress ?? [];
    expect(ports).toEqual([{ port: 'http' }]);
    expect(from).toHaveLength(2);
    // Without one of them, a rule admits all pods of a namespace, or the same pods of all namespaces.
    for (const peer of from) expect(Object.keys(peer).sort()).toEqual(['namespaceSelector', 'podSelector']);
  });

  it('drains for DRAIN_SECONDS, and kills no instance before it has stopped', () => {
    const drain = Number(manifests.ConfigMap.data?.DRAIN_SECONDS);
    expect(drain).toBeGreaterThan(0);
    expect(pods.api.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 10);
  });

  it('needs no more connections than PostgreSQL has by default', () => {
    // One pod starts while another one stops.
    const instances = (manifests.HorizontalPodAutoscaler.spec?.maxReplicas ?? 0) + 2;
    const { minReadySeconds, strategy } = manifests.Deployment.spec ?? {};
    expect(strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(minReadySeconds).toBe(pods.api.terminationGracePeriodSeconds);
    expect(Number(manifests.ConfigMap.data?.DATABASE_POOL_SIZE) * instances + 4 + 3).toBeLessThanOrEqual(
      MAX_CONNECTIONS,
    );
  });

  it.each(['api', 'migration'] as const)('the pod of %s satisfies the Pod Security Standard "restricted"', (name) => {
    expect(pods[name]).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pods[name]).not.toHaveProperty('volumes');
    for (const { securityContext, resources } of pods[name].containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources?.limits).toEqual({ memory: '768Mi' });
    }
  });

  it('runs the image with its own command, and migrates with the command of `npm run migrate`', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', FOLDER), 'utf8')) as {
      scripts: { migrate: string };
    };
    expect(api).not.toHaveProperty('command');
    expect(migration.command?.join(' ')).toBe(
      scripts.migrate.replace('apps/start.js api/operations', 'dist/apps/api/src/operations.js'),
    );
    expect(migration.image).toBe(api.image);
  });

  it('restarts no pod that is busy, but one that says nothing for two minutes', () => {
    const { periodSeconds = 0, timeoutSeconds = 0, failureThreshold = 0 } = api.livenessProbe ?? {};
    // Longer than anything that may hold up an answer, such as the largest upload or export.
    expect(timeoutSeconds).toBeGreaterThanOrEqual(30);
    const first = (failureThreshold - 1) * periodSeconds;
    expect(first).toBeGreaterThanOrEqual(120);
    expect(first).toBeLessThanOrEqual(300);
  });

  it('has a liveness probe that is answered with 200 after a loop has held the process for longer than the deadline', async () => {
    logIntoRun();
    const databaseUrl = await createServiceDatabase();
    const configuration = { DATABASE_URL: databaseUrl, REQUEST_DEADLINE_MS: '200', MAX_QUEUE_WAIT_MS: '10' };
    // Not by `startService`, which signs in and may need longer than this deadline.
    const app = await createApp(loadConfiguration(configuration));
    try {
      await app.listen(0, '127.0.0.1');
      const socket = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET ${api.livenessProbe?.httpGet?.path} HTTP/1.1\r\nHost: pod\r\nConnection: close\r\n\r\n`);
      const end = performance.now() + 300;
      while (performance.now() < end);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    } finally {
      await app.close();
    }
  });

  it('has probes whose paths the service answers, and sends requests to pods while Redis is down', async () => {
    const probes = [api.startupProbe, api.readinessProbe, api.livenessProbe];
    for (const probe of probes) expect(probe?.httpGet?.port).toBe('http');
    const probe = async (service: SharedService) => {
      const responses = probes.map((one) => send(service.url, 'GET', one?.httpGet?.path ?? ''));
      return (await Promise.all(responses)).map(({ status }) => status);
    };
    expect(await probe(await sharedService())).toEqual([200, 200, 200]);
    const withoutRedis = await startService({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await probe(withoutRedis)).toEqual([503, 200, 200]);
    await withoutRedis.close();
  });
});
