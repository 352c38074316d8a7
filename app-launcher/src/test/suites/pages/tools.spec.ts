import { toast } from './chat';
import { expect, test } from './person';

test('a tool is found by what it is good for and tried', async ({ page, faults }) => {
  await page.goto('/tools');
  await page.getByRole('searchbox', { name: 'Search by what a tool is good for' }).fill('calculate an expression');
  await page.getByRole('link', { name: /builtin\.calculate/ }).click();
  await expect(page.getByRole('heading', { name: 'builtin.calculate', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is needed.');
  await page.getByLabel('expression').fill('6*7');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByLabel('the result', { exact: true })).toContainText('"result": 42');
  await expect(page.getByRole('listitem').filter({ hasText: '6*7' })).toContainText('completed');

  faults.expect(/status of 500.*\/execute/);
  await page.getByLabel('expression').fill('6*');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a tool is taken from the agent and given back', async ({ page }) => {
  await page.goto('/tools?q=builtin.hash');
  const offered = page.getByRole('switch', { name: 'The agent may use builtin.hash' });
  await page.getByRole('listitem').filter({ has: offered }).locator('label').click();
  await expect(toast(page, 'The agent no longer uses builtin.hash')).toBeVisible();
  await page.reload();
  await expect(offered).not.toBeChecked();
  await page.getByRole('listitem').filter({ has: offered }).locator('label').click();
  await expect(toast(page, 'The agent may use builtin.hash again')).toBeVisible();
  await expect(offered).toBeChecked();
});
