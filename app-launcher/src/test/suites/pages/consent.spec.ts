import { createHash, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { hasNoBarrier } from './access';
import { expect, register, test } from './person';

/** The program's address, which the browser does not reach in the test. */
const REDIRECT = 'http://127.0.0.1:9/callback';
const VERIFIER = randomUUID() + randomUUID();

/** Registers a program, and makes the address to which it sends its user. */
async function authorizeUrl(request: APIRequestContext, name = 'Example Desktop') {
  const answer = await request.post('/oauth/register', { data: { client_name: name, redirect_uris: [REDIRECT] } });
  expect(answer.status(), await answer.text()).toBe(201);
  const client = (await answer.json()).client_id;
  const server = await (await request.get('/.well-known/oauth-authorization-server')).json();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: REDIRECT,
    state: 'its state',
    scope: 'mcp',
    resource: `${server.issuer}/mcp`,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { client, issuer: server.issuer, url: `${server.authorization_endpoint}?${query}` };
}

/** The address to which the page sends the user. */
async function returned(page: Page, button: string) {
  const [request] = await Promise.all([
    page.waitForRequest(sent => sent.url().startsWith(REDIRECT)),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return new URL(request.url());
}

test.beforeEach(async ({ page, faults }) => {
  faults.expect(/^another host was asked: http:\/\/127\.0\.0\.1:9\/callback/);
  await page.route(`${REDIRECT}**`, route => route.fulfill({ contentType: 'text/html', body: '<title>Back</title>' }));
});

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a user who is signed out signs in, allows a program, and the program gets its tokens', async ({ page, faults, request, playwright, baseURL }) => {
    faults.expect(/status of 401/);
    const other = await playwright.request.newContext({ baseURL });
    const person = await register(other);
    const { client, issuer, url } = await authorizeUrl(request);

    await page.goto(url);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Let Example Desktop act for you?' })).toBeVisible();
    await expect(page.getByText('127.0.0.1:9')).toBeVisible();
    const back = await returned(page, 'Allow');

    expect(back.searchParams.get('state')).toBe('its state');
    expect(back.searchParams.get('iss')).toBe(issuer);
    const form = {
      grant_type: 'authorization_code',
      client_id: client,
      code: back.searchParams.get('code')!,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    };
    const tokens = await other.post('/oauth/token', { form });
    expect(tokens.status(), await tokens.text()).toBe(200);
    const call = await other.post('/mcp', {
      headers: { Authorization: `Bearer ${(await tokens.json()).access_token}` },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect((await call.json()).result.tools.length).toBeGreaterThan(0);
    await other.dispose();
  });
});

test('a user refuses, and the program is told so', async ({ page, request }) => {
  const { issuer, url } = await authorizeUrl(request);
  await page.goto(url);

  const back = await returned(page, 'Do not allow');

  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('iss')).toBe(issuer);
  expect(back.searchParams.has('code')).toBe(false);
});

test('the page fits a narrow screen in both colour schemes, also with a long name', async ({ page, request }) => {
  for (const name of ['Example Desktop', 'W'.repeat(80)]) {
    const { url } = await authorizeUrl(request, name);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled();

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(320);
      const right = await page.getByRole('button', { name: 'Allow', exact: true }).evaluate(button => button.getBoundingClientRect().right);
      expect(right).toBeLessThanOrEqual(320);
    }
    await hasNoBarrier(page);
  }
});

test('a program that is not known gets no user', async ({ page, faults }) => {
  faults.expect(/status of 400/);
  await page.goto(`/oauth/authorize?response_type=code&client_id=client_unknown&redirect_uri=${encodeURIComponent(REDIRECT)}`);

  await expect(page.getByRole('heading', { name: 'No program can be connected' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0);
});
