import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { WIDTHS, isAccessible } from './access';
import { expect, register, test } from './person';

test.use({ storageState: { cookies: [], origins: [] } });

test('the five steps of the page of the API work as pasted, with the address of this server', async ({ page, baseURL }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'How to begin' })).toBeVisible();
  const steps = page.locator('#begin li');
  await expect(steps).toHaveCount(5);
  const commands = await page.locator('#begin pre code').allTextContents();
  expect(commands[0]).toContain(`G=${new URL(baseURL!).origin}\n`);
  // A step is pasted after the other into one shell; the address of the account is one of this test's own.
  const script = commands.join('\necho; echo ----\n').replace('ada@example.org', `${randomUUID()}@example.org`);
  const [, key, model, agent, task] = execFileSync('sh', ['-c', script], { encoding: 'utf8', timeout: 60_000 }).split('----\n');
  expect(key).toMatch(/^gh_\S+\n/);
  expect(JSON.parse(model).choices[0].message.content).toContain('5');
  expect(agent).toContain('144');
  expect(JSON.parse(task).status).toBe('completed');
});

test('the page of the API begins with the first steps, and forgets the key at the end of the session', async ({ page, request, context }) => {
  await register(request, 'Radia Perlman');
  await context.addCookies((await request.storageState()).cookies);
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await page.goto('/docs');
    await expect(page.getByRole('heading', { name: 'How to begin' })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeInViewport();
    await expect(page.getByText(/rules of all requests/)).toBeVisible();
    const wide = () => page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
    await expect.poll(wide).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(WIDTHS[0][1]);
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const { key } = await (await request.post('/web/api/v1/keys', { data: { name: 'docs' } })).json();
  await page.locator('.auth-container input').first().fill(key);
  await page.locator('.auth-btn-wrapper').getByRole('button', { name: /Authorize|Apply/ }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authorized'))).toContain(key);

  const pages = await context.newPage();
  await pages.goto('/account');
  await pages.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(pages).toHaveURL(/\/sign-in/);
  expect(await pages.evaluate(() => localStorage.getItem('authorized'))).toBeNull();
  await page.waitForLoadState('load');
  // While the page is loaded again it has no content.
  await expect.poll(() => page.content().catch(() => key)).not.toContain(key);

  await page.getByRole('link', { name: 'Back to Guildhall' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await isAccessible(page);
});
