import { MODEL_PLACES, type ModelNames, type ModelPlace, type ModelPrices, type ModelsView } from '@assay/contracts';
import type { ModelsTrial, ModelsUpdate } from '@assay/contracts/requests';

export type PricePart = keyof ModelPrices[string];

export interface ModelsDraft {
  url: string;
  /** Empty: unchanged. */
  key: string;
  removesKey: boolean;
  models: Partial<Record<ModelPlace, string>>;
  prices: Record<string, Partial<Record<PricePart, string>>>;
}

export function draftOfModels({ url, models, prices }: ModelsView): ModelsDraft {
  return {
    url: url.value ?? '',
    key: '',
    removesKey: false,
    models: Object.fromEntries(MODEL_PLACES.map((place) => [place, models[place].value ?? ''])),
    prices: Object.fromEntries(
      Object.entries(prices.value).map(([model, price]) => [
        model,
        Object.fromEntries(Object.entries(price).map(([part, dollars]) => [part, String(dollars)])),
      ]),
    ),
  };
}

/** What differs: variables may fix other fields, and another admin may change them. A key comes with its url. */
export function updateOf(draft: ModelsDraft, view: ModelsView): ModelsUpdate {
  const before = draftOfModels(view);
  const url = draft.url.trim();
  const differs = (part: 'models' | 'prices'): boolean => JSON.stringify(draft[part]) !== JSON.stringify(before[part]);
  return {
    ...((url !== before.url || draft.key !== '') && { url: url === '' ? null : url }),
    ...(draft.key !== '' ? { key: draft.key } : draft.removesKey && { key: null }),
    ...(differs('models') && { models: namesOf(draft, view) }),
    ...(differs('prices') && { prices: pricesOf(draft) }),
  };
}

/** For each model; without the stored key at another URL. */
export function trialsOf(draft: ModelsDraft, view: ModelsView): ModelsTrial[] {
  const { url, key } = updateOf(draft, view);
  const trial = { ...(url && { url }), ...(key !== undefined && { key }) };
  const named = distinctNames(Object.values(draft.models));
  return named.length === 0 ? [trial] : named.map((model) => ({ ...trial, model }));
}

export function pricedModels({ models, prices }: ModelsDraft): string[] {
  return distinctNames([...Object.values(models), ...Object.keys(prices)]);
}

function distinctNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
}

function namesOf({ models }: ModelsDraft, view: ModelsView): ModelNames {
  return Object.fromEntries(
    MODEL_PLACES.flatMap((place) => {
      const name = models[place]?.trim() ?? '';
      return name === '' || view.models[place].source === 'environment' ? [] : [[place, name]];
    }),
  );
}

/** Without models that have no price. The API refuses incomplete ones. */
function pricesOf({ prices }: ModelsDraft): ModelPrices {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([model, price]) => {
      const parts = Object.entries(price).filter(([, text]) => text !== '');
      if (parts.length === 0) return [];
      return [[model, Object.fromEntries(parts.map(([part, text]) => [part, Number(text)])) as ModelPrices[string]]];
    }),
  );
}
