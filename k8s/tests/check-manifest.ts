import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

/** Checked by the API's generated schema. */
interface Kind {
  apiVersion: string;
  kind: string;
  prototype: { validate(): void };
}

const KINDS: readonly Kind[] = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
];

/** Includes unknown fields. */
export function problemsOf(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const known = KINDS.find((candidate) => candidate.apiVersion === apiVersion && candidate.kind === kind);
  if (known === undefined) return [`no schema for ${apiVersion} ${kind}`];
  const read = new Set<string>();
  try {
    // An instance would be a copy.
    known.prototype.validate.call(watch(manifest, '', read));
  } catch (error) {
    return [String(error)];
  }
  return unknownFields(manifest, '', read);
}

/** A proxy that records read fields. */
function watch(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(target, name)) return found;
      read.add(`${path}/${name}`);
      return watch(found, `${path}/${name}`, read);
    },
  });
}

/** Fields that the check never read are unknown. */
function unknownFields(value: unknown, path: string, read: Set<string>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${path}/${name}`;
    return read.has(place) ? unknownFields(inner, place, read) : [`${place} is not a field of its kind`];
  });
}
