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
  await page.getByRole('listitem').filter({ hasText: '6*7' }).locator('summary').click();
  await expect(page.getByLabel('the parameters of the execution', { exact: true })).toContainText('"expression": "6*7"');

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

test('who may approve a definition does so beside the tool', async ({ page }) => {
  const tool = { id: 'tool_1', name: 'notes.send', description: 'Sends a note.', version: '1.0.0', status: 'quarantined', integration: 'notes', requiredScopes: [], inputSchema: { type: 'object' }, warnings: [] };
  const notes = { name: 'notes', displayName: 'Notes', description: '', auth: 'none', connected: true, state: 'ready', visibility: 'private' };
  await page.route('**/web/api/v1/tools/tool_1', route => route.fulfill({ json: tool }));
  await page.route('**/web/api/v1/tools/tool_1/executions?*', route => route.fulfill({ json: { executions: [], nextCursor: null } }));
  await page.route('**/web/agent/api/tools/notes.send', route => route.fulfill({ json: { name: 'notes.send', enabled: true } }));
  await page.route('**/web/api/v1/integrations', route => route.fulfill({ json: { integrations: [notes] } }));
  await page.route('**/web/api/v1/tools/tool_1/approve', route => {
    tool.status = 'active';
    return route.fulfill({ json: tool });
  });
  await page.goto('/tools/tool_1');
  await expect(page.getByRole('link', { name: 'Notes' })).toHaveAttribute('href', '/integrations/notes');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'notes.send can be used')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('the description of a tool is shown as the Markdown that it is', async ({ page }) => {
  const description = '## Sends\n\nSends **one** note with `note_id`. See [the guide](https://example.org/guide).\n\n- to a person\n- to a <b>group</b>';
  const tool = { id: 'tool_1', name: 'notes.send', description, version: '1.0.0', status: 'active', integration: 'notes', requiredScopes: [], inputSchema: { type: 'object' }, warnings: [] };
  await page.route('**/web/api/v1/tools/tool_1', route => route.fulfill({ json: tool }));
  await page.route('**/web/api/v1/tools/tool_1/executions?*', route => route.fulfill({ json: { executions: [], nextCursor: null } }));
  await page.route('**/web/agent/api/tools/notes.send', route => route.fulfill({ json: { name: 'notes.send', enabled: true } }));
  await page.route(/\/web\/api\/v1\/tools\?/, route => route.fulfill({ json: { tools: [tool], nextCursor: null } }));
  await page.goto('/tools');
  await expect(page.getByRole('link', { name: /notes\.send/ })).toContainText('Sends Sends one note with note_id. See the guide. to a person');
  await page.getByRole('link', { name: /notes\.send/ }).click();
  const shown = page.locator('gh-markdown').first();
  await expect(shown.getByRole('heading', { name: 'Sends' })).toBeVisible();
  await expect(shown.getByRole('listitem')).toHaveText(['to a person', 'to a <b>group</b>']);
  await expect(shown.getByRole('link', { name: 'the guide' })).toHaveAttribute('href', 'https://example.org/guide');
});
