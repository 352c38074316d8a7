import { isAccessible } from './access';
import { toast } from './chat';
import { expect, register, test } from './person';

/** The address that the setting GUILDHALL_ADMIN_EMAILS names. */
const ADMIN = { email: 'admin@example.org', password: 'correct horse battery', displayName: 'Grace Hopper' };

test('a user without the role admin is not offered the administration', async ({ page, faults }) => {
  faults.expect(/status of 403/);
  await page.goto('/admin');
  await expect(page.getByRole('alert')).toContainText('Not allowed');
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Administration' })).toHaveCount(0);
});

test.describe('of an admin', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('an admin finds a user, gives a budget, disables the account, and reads usage, activity and nodes', async ({ page, request, playwright, baseURL }) => {
    const other = await playwright.request.newContext({ baseURL });
    const user = await register(other, 'Katherine Johnson');
    expect((await request.post('/api/session/register', { data: ADMIN })).status()).toBe(201);
    await page.context().addCookies((await request.storageState()).cookies);

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
    await expect(row).toContainText('12.50 a month');
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
    await page.getByRole('button', { name: 'Model', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Model', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await isAccessible(page);
    await sections.getByRole('link', { name: 'Nodes' }).click();
    await expect(page.getByRole('row', { name: /^node_/ })).toHaveCount(1);
    await isAccessible(page);
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
    await expect(page.getByRole('alert')).toContainText('is wrong or was used');
  });
});
