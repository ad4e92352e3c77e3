import { describe, expect, it } from '@jest/globals';
import { hostOf } from './process-host.js';

const ID = '4ad100752c987c8db0662241b1a056379751f2261aea2bf675f6120ac9b30522';
const mounted = (source: string): string =>
  ['345 234 0:128 / / ro - overlay overlay rw', `355 345 254:0 ${source} /etc/hostname ro - ext4 /dev/vda rw`].join(
    '\n',
  );

describe('the host of a process', () => {
  it.each([
    ['Docker', `/var/lib/docker/containers/${ID}/hostname`],
    ['Podman', `/run/containers/storage/overlay-containers/${ID}/userdata/hostname`],
    ['containerd', `/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/${ID}/hostname`],
  ])('is the container under %s, for processes of the same service', (_engine, source) => {
    const host = hostOf('evaluator', mounted(source));
    expect(host).toContain(ID);
    expect(hostOf('evaluator', mounted(source))).toBe(host);
    expect(hostOf('generator', mounted(source))).not.toBe(host);
    expect(hostOf('evaluator', mounted(source.replace(ID, ID.replace('4', '5'))))).not.toBe(host);
  });

  it('is the machine elsewhere, for processes of every service', () => {
    const mounts = '24 1 254:0 / / rw - ext4 /dev/vda rw';
    expect(hostOf('evaluator', mounts)).toBe(hostOf('generator', mounts));
    expect(hostOf('evaluator', mounted('/etc/hostname'))).toBe(hostOf('generator', ''));
  });
});
