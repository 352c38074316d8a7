import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { hold } from './hold';
import { expect, test } from './person';

const sleep = (name: string, ms: number, dependsOn: string[] = []) => ({ name, taskType: 'sleep', input: { ms }, dependsOn });

test('a workflow is followed until its steps are completed', async ({ page }) => {
  const harvest = { name: 'harvest', taskType: 'wait' };
  const steps = [harvest, sleep('sort', 10, ['harvest']), { name: 'ship', taskType: 'echo', input: { boxes: 7 }, dependsOn: ['sort'] }];
  const made = await page.request.post('/web/api/v1/workflows', { data: { name: 'Autumn', steps } });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Workflows' }).click();
  await expect(page.getByText(/^A workflow is several tasks/)).toBeVisible();
  await page.getByRole('link', { name: 'Autumn' }).first().click();
  const graph = page.getByRole('group', { name: 'Steps' });

  await expect(graph.getByRole('button', { name: /^ship, waits for/ })).toBeVisible();
  const { steps: begun } = await made.json();
  const signalled = await page.request.post(`/web/api/v1/tasks/${begun[0].taskId}/signal`, { data: { payload: 'ripe' } });
  expect(signalled.status(), await signalled.text()).toBe(200);
  await expect(graph.getByRole('button', { name: /^harvest, completed/ })).toBeVisible();
  await expect(graph.getByRole('button', { name: /^ship, completed/ })).toBeVisible();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await graph.getByRole('button', { name: /^ship/ }).click();
  await expect(page.getByLabel('the output', { exact: true })).toContainText('"boxes": 7');
});

test("the agent's task is started, followed to its end and found in the list", async ({ page }) => {
  const { userId } = await (await page.request.get('/api/session')).json();
  const steps = [
    { title: 'Multiply', description: 'What is 12*12? Use the calculator.', dependencies: [] },
    { title: 'Count', description: 'Count to 3.', dependencies: ['Multiply'] },
  ];
  const made = await page.request.post('/web/agent/api/tasks', { data: { title: 'Sums', description: 'Two small sums', userId, steps } });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto('/tasks?kind=agent');
  await page.getByRole('link', { name: 'Sums' }).first().click();

  await page.getByRole('button', { name: 'Start the task' }).click();

  const graph = page.getByRole('group', { name: 'Steps' });
  await expect(graph.getByRole('button', { name: /^Count, completed/ })).toBeVisible();
  await graph.getByRole('button', { name: /^Multiply/ }).click();
  await expect(page.getByRole('main')).toContainText('144');
});

test('a task is submitted, seen running and cancelled', async ({ page }) => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Submit a task' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Type').selectOption('Sleep');
  await form.getByLabel('Duration').fill('600000');
  await form.getByRole('button', { name: 'Submit the task' }).click();
  await expect(page).toHaveURL(/\/tasks\/task_/);
  const bar = page.locator('header.bar');
  await expect(bar).toContainText('running');

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click();

  await expect(toast(page, 'Task cancelled')).toBeVisible();
  await expect(bar).toContainText('cancelled');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
});

test('an input that is no JSON is refused in words', async ({ page }) => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Submit a task' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Type').selectOption('Another type…');
  await form.getByLabel('Name of the type').fill('summarize');
  await form.getByRole('textbox', { name: 'Input' }).fill('{"prompt": ');
  await form.getByRole('button', { name: 'Submit the task' }).click();
  await expect(form.getByRole('alert')).toContainText('Not valid JSON');
});

for (const [name, viewport] of WIDTHS) {
  test(`a form by type asks for what the type needs (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Submit a task' }).click();
    const form = page.getByRole('dialog');
    const type = form.getByLabel('Type');
    await expect(type.getByRole('option')).toHaveText(['Agent', 'Completion', 'Tool call', 'Test run', 'Sleep', 'Wait', 'Echo', 'Another type…']);

    await form.getByRole('button', { name: 'Submit the task' }).click();
    await expect(form.getByRole('alert')).toHaveText('Required');
    await expect(form.getByLabel('Prompt')).toBeFocused();
    await type.selectOption('Sleep');
    await form.getByLabel('Duration').fill('ten');
    await form.getByRole('button', { name: 'Submit the task' }).click();
    await expect(form.getByRole('alert')).toHaveText('Must be a number');
    await type.selectOption('Test run');
    await expect(form.getByLabel('Suite').getByRole('option')).toContainText(['smoke']);
    await expect(form.getByRole('group', { name: 'Browsers' }).getByRole('checkbox')).toHaveCount(1);
    await isAccessible(page);

    await type.selectOption('Tool call');
    await form.getByLabel('Tool', { exact: true }).selectOption('builtin.calculate');
    await form.getByLabel('expression').fill('6*7');
    await isAccessible(page);
    await form.getByRole('button', { name: 'Submit the task' }).click();
    await expect(page).toHaveURL(/\/tasks\/task_/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('builtin.calculate {"expression":"6*7"}');
    const result = page.getByRole('heading', { name: 'Result' });
    await expect(result).toBeInViewport();
    await expect(page.getByLabel('the result', { exact: true })).toContainText('42');

    const before = page.url();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page).not.toHaveURL(before);
    await expect(result).toBeVisible();
  });
}

test('a task is called by what it does', async ({ page }) => {
  const posted = [
    { type: 'agent', input: { prompt: 'Compare the harbours of Lisbon and Porto' } },
    { type: 'sleep', input: { ms: 90000 } },
    { type: 'completion', input: { messages: [{ role: 'user', content: 'Name three guilds' }] } },
  ];
  for (const data of posted) expect((await page.request.post('/web/api/v1/tasks', { data })).status()).toBe(201);
  await page.goto('/tasks');
  for (const name of ['Compare the harbours of Lisbon and Porto', 'Sleep 1:30', 'Name three guilds']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
});

test('a list is of the filter that was chosen last', async ({ page }) => {
  const made = await page.request.post('/web/api/v1/tasks', { data: { type: 'echo', input: { hello: 'filters' } }, headers: { Prefer: 'wait=10' } });
  expect((await made.json()).status).toBe('completed');
  await page.goto('/tasks');
  const release = await hold(page, /\/tasks\?.*status=failed/);
  await page.getByLabel('Status').selectOption('failed');
  const chosenLast = page.waitForResponse(/status=completed/);
  await page.getByLabel('Status').selectOption('completed');
  await chosenLast;
  const row = page.getByRole('row').filter({ hasText: 'filters' }).first();
  await expect(row).toContainText('completed');

  await release();

  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(row).toContainText('completed');
});

test('a filter can be chosen before the first list has come', async ({ page }) => {
  const made = await page.request.post('/web/api/v1/tasks', { data: { type: 'echo', input: { hello: 'early' } }, headers: { Prefer: 'wait=10' } });
  expect((await made.json()).status).toBe('completed');
  let [releaseFirst, releaseChosen] = [() => {}, () => {}];
  const first = new Promise<void>(resolve => (releaseFirst = resolve));
  const chosen = new Promise<void>(resolve => (releaseChosen = resolve));
  await page.route(/\/tasks\?limit=/, async route => {
    await (route.request().url().includes('status=') ? chosen : first);
    await route.continue();
  });
  await page.goto('/tasks');
  await page.getByLabel('Status').selectOption('completed');

  const firstList = page.waitForResponse(/\/tasks\?limit=\d+&userId=[^&]+$/);
  releaseFirst();
  await (await firstList).finished();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('row')).toHaveCount(0);
  releaseChosen();

  await expect(page.getByRole('row').filter({ hasText: 'early' }).first()).toContainText('completed');
});
