import { namesInOrder } from '@assay/decision';
import type { ExaminedBehaviour, ExaminedCluster, ExaminedQuestion, ExaminedText } from '../pool/examined-question.js';
import { chooseText, type TextChooser } from './choose-text.js';

export interface TextCluster extends ExaminedCluster {
  texts: ExaminedText[];
  /** Training target. */
  behavesAsGold: boolean;
}

export function textsByResult(examined: ExaminedQuestion, chooser: TextChooser): TextCluster[] {
  return examined.clusters.map((cluster, index) => {
    const texts = examined.texts.filter((text) => text.cluster === index);
    return { ...cluster, sql: chooseText(texts, chooser)?.sql ?? cluster.sql, texts, behavesAsGold: cluster.match.ex };
  });
}

/** Within a class: the question's column order, then most votes. */
export function textsByBehaviour(
  examined: ExaminedQuestion,
  { classes }: Pick<ExaminedBehaviour, 'classes'>,
  chooser: TextChooser,
): TextCluster[] {
  const known = new Map(examined.texts.map((text) => [text.id, text]));
  return classes.flatMap(({ texts: ids, behavesAsGold }) => {
    const texts = ids.flatMap((id) => known.get(id) ?? []);
    const chosen = chooseText(inBestOrder(texts, examined.question), chooser, texts);
    const cluster = chosen === null ? undefined : examined.clusters[chosen.cluster];
    if (chosen === null || cluster === undefined) return [];
    const systems = texts.flatMap((text) => text.systems);
    return [{ ...cluster, systems, sql: chosen.sql, texts, behavesAsGold }];
  });
}

function inBestOrder(texts: readonly ExaminedText[], question: string): ExaminedText[] {
  const groups = [...Map.groupBy(texts, ({ cluster }) => cluster).values()];
  const votes = (group: readonly ExaminedText[]): number => group.reduce((sum, { systems }) => sum + systems.length, 0);
  const isNamed = (group: readonly ExaminedText[]): boolean =>
    group.some(({ columns }) => namesInOrder(question, columns));
  return (
    groups.sort((left, right) => Number(isNamed(right)) - Number(isNamed(left)) || votes(right) - votes(left))[0] ?? []
  );
}
