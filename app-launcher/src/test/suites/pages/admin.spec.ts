import { isAccessible } from './access';
import { toast } from './chat';
import { expect, register, signInAsAdmin, test } from './person';

test('a user without the role admin is not offered the administration', async ({ page, faults }) => {
  faults.expect(/status of 403/);
  await page.goto('/admin');
  await expect(page.getByRole('alert')).toContainText('Not allowed');
  await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Administration' })).toHaveCount(0);
});

test('a user makes an API key, uses it, renames it and revokes it', async ({ page, playwright, baseURL }) => {
  await page.goto('/account/keys');
  await page.getByRole('main').getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await isAccessible(page);
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('checkbox', { name: 'Models', exact: true }).check();
  await dialog.getByLabel('Expiry').selectOption({ label: 'In 30 days' });
  await dialog.getByText('Restrictions').click();
  await dialog.getByLabel('Requests a minute').fill('60');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(key).toMatch(/^gh_[\w-]{43}$/);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('60 requests a minute')).toBeVisible();

  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${key}` } });
  expect((await program.get('/completion/api/models')).status()).toBe(200);
  expect((await program.get('/api/v1/tools')).status()).toBe(403);
  await page.getByRole('button', { name: 'Rename Nightly report' }).click();
  await dialog.getByLabel('Name').fill('Weekly report');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no API key')).toBeVisible();
  expect((await program.get('/completion/api/models')).status()).toBe(401);
  await program.dispose();
});

test.describe('of an admin', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('an admin finds a user, gives a budget, disables the account, and reads usage, activity and nodes', async ({ page, request, playwright, baseURL }) => {
    const other = await playwright.request.newContext({ baseURL });
    const user = await register(other, 'Katherine Johnson');
    expect((await other.post('/web/api/v1/tasks', { data: { type: 'echo', input: { of: 'Katherine' } }, headers: { Prefer: 'wait=10' } })).status()).toBe(201);
    await signInAsAdmin(page, request);
    const { userId } = await (await request.get('/api/session')).json();
    expect((await request.post('/api/chat', { data: { userId, agentMode: 'v0.1', enableMemory: false, messages: [{ role: 'user', content: 'hello' }] } })).status()).toBe(200);

    await page.goto('/');
    await page.getByRole('navigation', { name: 'Places' }).filter({ visible: true }).getByRole('link', { name: 'Administration' }).click();
    await page.getByLabel('Search by name or email').fill(user.email.toUpperCase());
    await expect(page.getByRole('row')).toHaveCount(2);
    await isAccessible(page);

    const row = page.getByRole('row', { name: /Katherine Johnson/ });
    await row.getByRole('button', { name: 'More about Katherine Johnson' }).click();
    await page.getByRole('menuitem', { name: 'Change the budget' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('12.5');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('12.50 this month');
    await row.getByRole('button', { name: 'More about Katherine Johnson' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(row).toContainText('disabled');
    await expect(toast(page, 'Katherine Johnson is disabled')).toBeVisible();
    expect((await other.get('/api/session')).status()).toBe(401);

    const sections = page.getByRole('navigation', { name: 'Administration' });
    await sections.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('Account disabled').first()).toBeVisible();
    await page.getByLabel('Action').selectOption('budget_changed');
    await expect(page.getByText('Account disabled')).toHaveCount(0);
    await isAccessible(page);
    await sections.getByRole('link', { name: 'Usage' }).click();
    await expect(page.getByRole('row', { name: /admin@example\.org/ }).first()).toBeAttached();
    await isAccessible(page);
    await page.getByRole('button', { name: 'Model', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Model', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await isAccessible(page);
    await page.request.post('/web/api/v1/keys', { data: { name: 'listed key' } });
    await sections.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByText('listed key').first()).toBeVisible();
    await isAccessible(page);
    await sections.getByRole('link', { name: 'Nodes' }).click();
    await expect(page.getByRole('row', { name: /^node_/ })).toHaveCount(1);
    await isAccessible(page);

    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await expect(page.getByText('No tasks yet')).toBeVisible();
    await page.getByLabel('Owner').selectOption('Owner: all');
    await expect(page.getByRole('row').filter({ hasText: 'Katherine' })).toHaveCount(1);
    await other.dispose();
  });

  test('the link of the first start opens a form, and a used token is refused', async ({ page, faults }) => {
    faults.expect(/status of 400/);
    await page.goto('/setup#not-the-token');
    await expect(page).toHaveURL(/\/setup$/);
    await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
    await isAccessible(page);
    await page.getByLabel('Email').fill('late@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert')).toContainText('This setup link is not valid');
  });
});
