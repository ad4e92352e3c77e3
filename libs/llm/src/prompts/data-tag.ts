import { Tag, type Context, type Emitter, type Liquid, type Parser, type TagToken, type Template } from 'liquidjs';
import type { TopLevelToken } from 'liquidjs';
import { fenced } from './fence.js';

/** `{% data "kind" %} … {% enddata %}`: prints its content between fences with the nonce of its scope. */
export class DataTag extends Tag {
  private readonly kind: string;
  private readonly templates: Template[] = [];

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remainTokens, liquid);
    const kind = /^\s*"([a-z-]+)"\s*$/.exec(token.args)?.[1];
    if (kind === undefined) throw new Error(`{% data %} needs a kind in double quotes, not ${token.args}`);
    this.kind = kind;
    while (remainTokens.length > 0) {
      const next = remainTokens.shift() as TopLevelToken & { name?: string };
      if (next.name === 'enddata') return;
      this.templates.push(parser.parseToken(next, remainTokens));
    }
    throw new Error(`{% data "${kind}" %} is not closed`);
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const content = (yield this.liquid.renderer.renderTemplates(this.templates, context)) as string;
    const nonce = (yield context._get(['fence'])) as string;
    emitter.write(fenced(this.kind, nonce, content));
  }

  // eslint-disable-next-line require-yield -- liquidjs awaits the generator's return value
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}
