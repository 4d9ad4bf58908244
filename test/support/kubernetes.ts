import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { program } from './cluster/programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What deploy/kubernetes contains, by kind. */
export interface Manifests {
  ConfigMap: ConfigMap;
  Deployment: Deployment;
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  Ingress: Ingress;
  Job: Job;
  NetworkPolicy: NetworkPolicy;
  PodDisruptionBudget: PodDisruptionBudget;
  Service: Service;
}

/** Returns the manifests as `kubectl apply --kustomize` sends them. */
export function renderManifests(): Manifests {
  const text = execFileSync(program('kubectl'), ['kustomize', join(ROOT, 'deploy/kubernetes')], { encoding: 'utf8' });
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as { kind: string });
  return Object.fromEntries(manifests.map((manifest) => [manifest.kind, manifest])) as unknown as Manifests;
}

/**
 * Compares manifests with the types that are generated from the OpenAPI description of Kubernetes. Missing, unknown and
 * wrong fields are errors.
 * @returns the errors
 */
export function checkTypes(manifests: object): string[] {
  const file = join(ROOT, 'manifests.ts');
  const source = Object.values(manifests).map(declare).join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, languageVersion, ...rest) =>
      name === file
        ? ts.createSourceFile(name, source, languageVersion)
        : disk.getSourceFile(name, languageVersion, ...rest),
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function declare(manifest: { apiVersion: string; kind: string }): string {
  const { apiVersion, kind } = manifest;
  const path = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
  return `export const the${kind}: import('kubernetes-types/${path}').${kind} = ${JSON.stringify(manifest)};`;
}
