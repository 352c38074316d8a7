import { toast } from './chat';
import { hold } from './hold';
import { expect, test } from './person';

test('words that are typed before the list has come are searched for', async ({ page }) => {
  for (const [path, list, field] of [
    ['/tools', /\/api\/v1\/tools\?/, 'Search tools by name or description'],
    ['/memory', /\/api\/memory\/[^/]*\?(?!.*includeSuperseded)/, 'Search memories by meaning'],
  ] as const) {
    const release = await hold(page, list);
    await page.goto(path);
    await page.getByRole('searchbox', { name: field }).fill('calculate an expression');
    await release();
    await expect(page.getByRole('main').getByText(/builtin\.calculate|No memories found/).first()).toBeVisible();
  }
});

test('a tool is found by what it is good for and tried', async ({ page, faults }) => {
  await page.goto('/tools');
  await page.getByRole('searchbox', { name: 'Search tools by name or description' }).fill('calculate an expression');
  await page.getByRole('link', { name: /builtin\.calculate/ }).click();
  await expect(page.getByRole('heading', { name: 'builtin.calculate', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('alert')).toHaveText('Required');
  await page.getByLabel('expression').fill('6*7');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByLabel('the result', { exact: true })).toContainText('"result": 42');
  await expect(page.getByRole('listitem').filter({ hasText: '6*7' })).toContainText('completed');

  faults.expect(/status of 500.*\/execute/);
  await page.getByLabel('expression').fill('6*');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Missing second operand for operator/);
  await expect(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Result' }) })).not.toContainText(/500|did not work|Request /);
});

test('a tool is taken from the agent and given back', async ({ page }) => {
  await page.goto('/integrations');
  await expect(page.getByRole('listitem').filter({ hasText: 'Starts test runs' }).getByRole('heading', { name: 'Test runs' })).toBeVisible();
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
