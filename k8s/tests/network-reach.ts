import { BlockList } from 'node:net';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';

/** Pod labels or external address. */
export interface Destination {
  labels?: Record<string, string>;
  /** IPv4. */
  address?: string;
  port: number;
}

type Spec = NonNullable<INetworkPolicy['spec']>;
type EgressRule = NonNullable<Spec['egress']>[number];
type Peer = NonNullable<EgressRule['to']>[number];

/** Labels, address blocks and ports; namespaces count as matching. */
export function mayReach(
  policies: readonly INetworkPolicy[],
  pod: Record<string, string>,
  destination: Destination,
): boolean {
  const own = policies.map((policy) => policy.spec).filter((spec): spec is Spec => spec !== undefined);
  const outgoing = own.filter((spec) => spec.policyTypes?.includes('Egress') && selects(spec.podSelector, pod));
  if (outgoing.length === 0) return true;
  return outgoing.some((spec) => (spec.egress ?? []).some((rule) => allows(rule, destination)));
}

function allows({ to, ports }: EgressRule, destination: Destination): boolean {
  const portFits = ports === undefined || ports.some(({ port }) => port === undefined || port === destination.port);
  return portFits && (to === undefined || to.some((peer) => isPeer(peer, destination)));
}

function isPeer({ ipBlock, podSelector }: Peer, { labels, address }: Destination): boolean {
  if (ipBlock !== undefined) {
    return address !== undefined && within(address, [ipBlock.cidr]) && !within(address, ipBlock.except ?? []);
  }
  return labels !== undefined && selects(podSelector, labels);
}

function selects(selector: { matchLabels?: Record<string, string> } | undefined, labels: object): boolean {
  return Object.entries(selector?.matchLabels ?? {}).every(
    ([name, value]) => (labels as Record<string, string>)[name] === value,
  );
}

function within(address: string, blocks: readonly string[]): boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix = ''] = block.split('/');
    list.addSubnet(network, Number(prefix));
  }
  return list.check(address);
}
