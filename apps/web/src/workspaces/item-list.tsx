import type { KnowledgeImport, KnowledgeView } from '@assay/contracts';
import type { ReactElement } from 'react';

const SHOWN = 500;

interface ItemListProps {
  document: Pick<KnowledgeImport, 'name' | 'items' | 'leftOut'> & Partial<Pick<KnowledgeImport, 'unchanged'>>;
  /** Changes since the previous import. */
  difference: KnowledgeImport['difference'];
}

export function ItemList({ document, difference }: ItemListProps): ReactElement {
  const { name, items, leftOut, unchanged } = document;
  const changes =
    difference === null
      ? []
      : (['added', 'removed', 'changed'] as const).flatMap((kind) =>
          difference[kind].map((about) => ({ what: about, reason: kind })),
        );
  return (
    <section className="stack-tight" aria-label={`What ${name} says`}>
      {unchanged === true && <p>{name} was there already: nothing has changed.</p>}
      {changes.length > 0 && <Reasons title="Changed" reasons={changes} />}
      {leftOut.length > 0 && <Reasons title="Left out" reasons={leftOut} />}
      {items.length > 0 && <Reasons title="In use" reasons={items.map(asReason)} />}
    </section>
  );
}

function asReason({ about, text }: KnowledgeView['items'][number]): { what: string; reason: string } {
  return { what: about, reason: text };
}

function Reasons({ title, reasons }: { title: string; reasons: { what: string; reason: string }[] }): ReactElement {
  return (
    <>
      <h3>
        {title} ({reasons.length})
      </h3>
      <ul>
        {reasons.slice(0, SHOWN).map(({ what, reason }, at) => (
          <li key={`${at} ${what}`}>
            <strong>{what}</strong> <span className="soft">{reason}</span>
          </li>
        ))}
      </ul>
      {reasons.length > SHOWN && <p className="soft small">and {reasons.length - SHOWN} more</p>}
    </>
  );
}
