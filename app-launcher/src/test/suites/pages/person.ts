import { randomUUID } from 'node:crypto';
import { test as base, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';

export { expect };

export type Person = { email: string; password: string; name: string; state: Awaited<ReturnType<APIRequestContext['storageState']>> };

/** What no page may do: fail, open a dialog of the browser, offend against its policy, ask another host. */
export class Faults {
  readonly all: string[] = [];
  readonly #expected: RegExp[] = [];

  async watch(context: BrowserContext, own: string) {
    context.on('dialog', dialog => {
      this.all.push(`a dialog said: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    context.on('weberror', error => this.all.push(`an error was not caught: ${error.error().stack}`));
    context.on('console', message => {
      if (message.type() === 'error') this.all.push(`the console said: ${message.text()} (${message.location().url})`);
    });
    context.on('request', request => {
      const url = new URL(request.url());
      if (/^(http|ws)s?:$/.test(url.protocol) && url.origin !== own) this.all.push(`another host was asked: ${url}`);
    });
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', event => console.error(`${event.violatedDirective} was violated by ${event.blockedURI} ${event.sample}`)),
    );
  }

  /** A fault that belongs to what is tested. */
  expect(fault: RegExp) {
    this.#expected.push(fault);
  }

  unexpected() {
    return this.all.filter(fault => !this.#expected.some(expected => expected.test(fault)));
  }
}

/** Makes an account, and the state of a browser in which its person is signed in; the session that `request` has ends. */
export async function register(request: APIRequestContext, name = 'Ada Lovelace'): Promise<Person> {
  const person = { email: `${randomUUID()}@example.org`, password: randomUUID(), name };
  const answer = await request.post('/api/session/register', { data: { email: person.email, password: person.password, displayName: name } });
  expect(answer.status(), await answer.text()).toBe(201);
  return { ...person, state: await request.storageState() };
}

/** The state of a browser in which that person is signed in anew. */
export async function signedIn(request: APIRequestContext, { email, password }: Person) {
  const answer = await request.post('/api/session', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return request.storageState();
}

/** The account that the setting GUILDHALL_ADMIN_EMAILS names. */
const ADMIN = { email: 'admin@example.org', password: 'correct horse battery', displayName: 'Grace Hopper' };

/** Signs the page in as the administrator, whose account the first of the tests makes. */
export async function signInAsAdmin(page: Page, request: APIRequestContext) {
  const made = await request.post('/api/session/register', { data: ADMIN });
  if (made.status() !== 201) expect((await request.post('/api/session', { data: ADMIN })).status()).toBe(200);
  await page.context().addCookies((await request.storageState()).cookies);
}

/** Each test is signed in as the person of its worker, with a browser of its own. A test that changes the account makes one. */
export const test = base.extend<{ faults: Faults }, { person: Person }>({
  person: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      await use(await register(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: ({ person }, use) => use(person.state),
  faults: [
    async ({ context, baseURL }, use) => {
      const faults = new Faults();
      await faults.watch(context, new URL(baseURL!).origin);
      await use(faults);
      expect(faults.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});
