export interface Shown {
  url: string;
  status: number;
  text: string;
}

export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** @param mapped an origin that no server listens at, and where its requests go */
  constructor(private readonly mapped: { from: string; to: string }) {}

  cookies(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  async send(address: string, options: RequestInit = {}): Promise<Response> {
    const { origin, pathname, search } = new URL(address);
    const jar = this.cookies(origin);
    const target = `${origin === this.mapped.from ? this.mapped.to : origin}${pathname}${search}`;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(options.headers as Record<string, string>) };
    const response = await fetch(target, { ...options, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  async visit(address: string, options: RequestInit = {}): Promise<Shown> {
    const response = await this.send(address, { headers: { accept: 'text/html' }, ...options });
    const to = response.headers.get('location');
    if (to !== null) return this.visit(new URL(to, address).href);
    return { url: address, status: response.status, text: await response.text() };
  }

  async submit({ url, text }: Shown, fields: Record<string, string>): Promise<Shown> {
    const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(text) ?? [];
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
      ...Object.entries(fields),
    ]);
    return this.visit(new URL(action, url).href, { method: 'POST', body });
  }
}
