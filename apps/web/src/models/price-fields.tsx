import type { ReactElement, ReactNode } from 'react';
import { TextField } from '../design/text-field.js';
import { pricedModels, type ModelsDraft, type PricePart } from './models-draft.js';

interface PriceFieldsProps {
  draft: ModelsDraft;
  readOnly: boolean;
  problemOf: (field: string) => string | null;
  hint: ReactNode;
  onChange: (part: Partial<ModelsDraft>) => void;
}

const PARTS: readonly [PricePart, string][] = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cachedInput', 'Cached input'],
  ['cacheWrite', 'Cache write'],
];

export function PriceFields({ draft, readOnly, problemOf, hint, onChange }: PriceFieldsProps): ReactElement {
  const set = (model: string, part: PricePart, text: string): void =>
    onChange({ prices: { ...draft.prices, [model]: { ...draft.prices[model], [part]: text } } });
  return (
    <>
      <p className="small soft">Prices: {hint}</p>
      {pricedModels(draft).map((model) => (
        <fieldset key={model} className="row">
          <legend className="small">
            Prices of <code>{model}</code>
          </legend>
          {PARTS.map(([part, label]) => (
            <TextField
              key={part}
              label={label}
              readOnly={readOnly}
              problem={problemOf(`prices.${model}.${part}`)}
              type="number"
              min="0"
              step="any"
              value={draft.prices[model]?.[part] ?? ''}
              onText={(text) => set(model, part, text)}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}
