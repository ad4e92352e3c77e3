import { instruments } from '@assay/runtime/telemetry';
import { Circuit } from './circuit.js';

export class Circuits {
  private readonly circuits = new Map<string, Circuit>();

  constructor() {
    instruments().circuitsOpen.addCallback((result) => {
      result.observe([...this.circuits.values()].filter(({ isOpen }) => isOpen).length, { kind: 'model' });
    });
  }

  of(endpoint: string, model: string): Circuit {
    const key = `${endpoint}\n${model}`;
    const known = this.circuits.get(key) ?? new Circuit(`Model "${model}"`);
    this.circuits.set(key, known);
    return known;
  }
}
