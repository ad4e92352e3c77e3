import { describe, expect, it } from '@jest/globals';
import { placeOf } from './process-place.js';

const ID = '4ad100752c987c8db0662241b1a056379751f2261aea2bf675f6120ac9b30522';
const mounted = (source: string): string =>
  ['345 234 0:128 / / ro - overlay overlay rw', `355 345 254:0 ${source} /etc/hostname ro - ext4 /dev/vda rw`].join(
    '\n',
  );

describe('the place of a process', () => {
  it.each([
    ['Docker', `/var/lib/docker/containers/${ID}/hostname`],
    ['Podman', `/run/containers/storage/overlay-containers/${ID}/userdata/hostname`],
    ['containerd', `/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/${ID}/hostname`],
  ])('is the container under %s, for processes of the same service', (_engine, source) => {
    const place = placeOf('evaluator', mounted(source));
    expect(place).toContain(ID);
    expect(placeOf('evaluator', mounted(source))).toBe(place);
    expect(placeOf('generator', mounted(source))).not.toBe(place);
    expect(placeOf('evaluator', mounted(source.replace(ID, ID.replace('4', '5'))))).not.toBe(place);
  });

  it('is the machine elsewhere, for processes of every service', () => {
    const mounts = '24 1 254:0 / / rw - ext4 /dev/vda rw';
    expect(placeOf('evaluator', mounts)).toBe(placeOf('generator', mounts));
    expect(placeOf('evaluator', mounted('/etc/hostname'))).toBe(placeOf('generator', ''));
  });
});
