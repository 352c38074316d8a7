import type { Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { expect, test } from './person';

const of = (displayName: string, more: object) => ({ name: displayName.toLowerCase().replace(' ', '-'), displayName, description: `What ${displayName} does.`, auth: 'oauth2', kind: 'http', scopes: [], connected: false, grantedScopes: [], connectedAt: null, ...more });
const MISSING = 'Set GUILDHALL_INTEGRATION_GITHUB_CLIENT_ID and GUILDHALL_INTEGRATION_GITHUB_CLIENT_SECRET, then restart the server.';

const listed = (page: Page, integrations: object[]) => page.route('**/web/api/v1/integrations', route => route.fulfill({ json: { integrations } }));
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

for (const [name, viewport] of WIDTHS) {
  test(`an integration says what can be done with it (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await listed(page, [
      of('GitHub', { state: 'not_configured', error: MISSING, toolCount: 0 }),
      of('Broken', { auth: 'none', state: 'failed', error: 'Correct line 3 of integrations/broken.json.', toolCount: 0 }),
      of('Slow', { auth: 'none', state: 'connecting', error: null, toolCount: 0 }),
      of('Slack', { state: 'ready', error: null, toolCount: 12 }),
      of('Built in', { auth: 'none', connected: true, state: 'ready', error: null, toolCount: 1 }),
    ]);
    await page.goto('/integrations');

    await expect(card(page, 'GitHub')).toContainText('not configured');
    await expect(card(page, 'GitHub')).toContainText(MISSING);
    await expect(card(page, 'Broken')).toContainText('Correct line 3');
    await expect(card(page, 'Slow')).toContainText('connecting');
    for (const unready of ['GitHub', 'Broken', 'Slow']) {
      await expect(card(page, unready).getByRole('button', { name: /onnect$/ })).toHaveCount(0);
      await expect(card(page, unready).getByRole('link', { name: /^View/ })).toHaveCount(0);
      await expect(card(page, unready).getByRole('link', { name: unready })).toBeVisible();
    }
    await expect(card(page, 'Slack').getByRole('button', { name: 'Connect' })).toBeVisible();
    await expect(card(page, 'Slack')).toContainText('OAuth sign-in');
    await expect(card(page, 'Slack').getByRole('link', { name: 'View 12 tools' })).toBeVisible();
    await expect(card(page, 'Built in').getByRole('link', { name: 'View 1 tool', exact: true })).toBeVisible();
    await isAccessible(page);
  });
}

test('the tools of an integration that is not configured say what is missing, and lead nowhere', async ({ page }) => {
  await listed(page, [of('github', { state: 'not_configured', error: MISSING, toolCount: 0 })]);
  await page.route('**/web/api/v1/tools?*', route => route.fulfill({ json: { tools: [], total: 0, nextCursor: null } }));
  await page.goto('/tools?integration=github');
  await expect(page.getByRole('heading', { name: 'github: not configured' })).toBeVisible();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expect(page.getByRole('main').locator('.empty').getByRole('link')).toHaveCount(0);
});

test('a server that does not tell states says at the attempt what is missing', async ({ page, faults }) => {
  faults.expect(/status of 400/);
  await listed(page, [of('github', {})]);
  await page.route('**/integrations/github/connect', route => route.fulfill({ status: 400, json: { error: { code: 'INTEGRATION_NOT_CONFIGURED', message: MISSING, status: 400 } } }));
  await page.goto('/integrations');
  await expect(card(page, 'github').getByRole('link', { name: 'View tools' })).toBeVisible();
  await card(page, 'github').getByRole('button', { name: 'Connect' }).click();
  await expect(card(page, 'github')).toContainText(MISSING);
  await expect(card(page, 'github').getByRole('button', { name: 'Connect' })).toHaveCount(0);
});

test('an integration whose OAuth client the server does not have names the settings that are missing, and the address for its provider', async ({ page, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/integrations');
  for (const [name, of] of [['github', 'GitHub'], ['google', 'Google'], ['slack', 'Slack']] as const) {
    const address = `${new URL(baseURL!).origin}/api/v1/integrations/${name}/callback`;
    await expect(card(page, of)).toContainText(`GUILDHALL_INTEGRATION_${name.toUpperCase()}_CLIENT_ID`);
    await expect(card(page, of).locator('code')).toHaveText(address);
    await expect(card(page, of).getByRole('button', { name: 'Connect' })).toHaveCount(0);
    await card(page, of).getByRole('button', { name: 'Copy the redirect address' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  }
  await expect(card(page, 'Built-in tools').getByRole('link', { name: /^View \d+ tools$/ })).toBeVisible();
});
