import type { APIRequestContext, Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { expect, register, test } from './person';

const TASKS = '/web/api/v1/tasks';
const WORKFLOWS = '/web/api/v1/workflows';
const DEFINITIONS = '/web/api/v1/workflow-definitions';

async function made(request: APIRequestContext, path: string, data: unknown, headers?: Record<string, string>) {
  const answer = await request.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

const failing = { type: 'tool', input: { tool: 'builtin.calculate', parameters: { expression: '1/' } } };
const graph = (page: Page) => page.getByRole('group', { name: 'Steps' });
const box = (page: Page, name: string) => graph(page).getByRole('button', { name: new RegExp(`^${name},`) });

for (const [name, viewport] of WIDTHS) {
  test(`the timeline of an agent's task shows its tool calls (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const prompt = 'What is 12*12? Use the calculator.';
    const task = await made(page.request, TASKS, { type: 'agent', input: { prompt }, tools: ['builtin.calculate'] });
    await page.goto(`/tasks/${task.id}`);
    const timeline = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
    await expect(timeline.getByText('builtin.calculate', { exact: true })).toBeVisible();
    await isAccessible(page);
  });

  test(`a definition is made, drawn, started from its form, changed and deleted (${name})`, async ({ page, faults }) => {
    // The other width makes one of its own at the same time.
    const title = `Harvest (${name})`;
    faults.expect(/422/);
    await page.setViewportSize(viewport);
    await page.goto('/tasks?kind=definitions');
    await page.getByRole('link', { name: 'New definition' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill(title);
    await page.getByLabel('Schema', { exact: true }).fill('{"type": "object", "properties": {"boxes": {"type": "integer"}}, "required": ["boxes"]}');

    const step = page.getByRole('region', { name: 'Step', exact: true });
    await step.getByLabel('Name', { exact: true }).fill('count');
    await step.getByLabel('Type', { exact: true }).selectOption('Echo');
    await step.getByRole('textbox', { name: 'Input' }).fill('{"boxes": {"$from": "input", "pointer": "/boxes"}}');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await expect(box(page, 'step 2')).toBeVisible();
    await step.getByLabel('Name', { exact: true }).fill('rest');
    await step.getByLabel('Type', { exact: true }).selectOption('Sleep');
    await page.getByRole('button', { name: 'Save the definition' }).click();
    await expect(step.getByRole('alert')).toHaveText('Required');
    await step.getByRole('button', { name: 'From a step: Duration' }).click();
    await expect(step.getByLabel('Duration', { exact: true })).toHaveValue('count');
    await step.getByLabel('Path in it, for Duration').fill('/boxes');
    await isAccessible(page);
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(JSON.parse(await page.getByLabel('Definition', { exact: true }).inputValue())).toEqual({
      name: title,
      steps: [
        { name: 'count', taskType: 'echo', input: { boxes: { $from: 'input', pointer: '/boxes' } } },
        { name: 'rest', taskType: 'sleep', input: { ms: { $from: 'count', pointer: '/boxes' } }, dependsOn: ['count'] },
      ],
      inputSchema: { type: 'object', properties: { boxes: { type: 'integer' } }, required: ['boxes'] },
    });
    await page.getByRole('button', { name: 'Steps', exact: true }).click();
    await page.getByRole('button', { name: 'Save the definition' }).click();
    await expect(page).toHaveURL(/\/definitions\/wfd_/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Start the workflow' }).click();
    await expect(form.getByRole('alert')).toHaveText('Required');
    await form.getByLabel('boxes').fill('7');
    await form.getByRole('button', { name: 'Start the workflow' }).click();
    await expect(page).toHaveURL(/\/workflows\/wf_/);
    await expect(box(page, 'rest')).toHaveAccessibleName(/^rest, completed/);

    await page.goBack();
    await box(page, 'rest').click();
    await step.getByLabel('Name', { exact: true }).fill('pause');
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await expect(page.getByText('version 2', { exact: true })).toBeAttached();
    await page.getByLabel('Version').selectOption('Version 1');
    await expect(box(page, 'rest')).toBeVisible();
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await expect(page.getByLabel('Version')).toHaveValue('3');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/kind=definitions/);
    await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  });
}

test('a definition is edited by keyboard alone, and what the server refuses stands at its step', async ({ page, faults }) => {
  faults.expect(/422/);
  const steps = [
    { name: 'fetch', taskType: 'echo', delaySeconds: 1, retry: { maxAttempts: 2 } },
    { name: 'read', taskType: 'agent', input: { prompt: 'Read it' }, tools: ['builtin.calculate'], dependsOn: ['fetch'] },
    { name: 'ship', taskType: 'echo', input: { text: { $from: 'read', pointer: '/result' } }, dependsOn: ['read'] },
  ];
  const { id } = await made(page.request, DEFINITIONS, { name: 'Keys', steps });
  await page.goto(`/definitions/${id}`);
  await box(page, 'fetch').focus();

  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'read')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(box(page, 'ship')).toHaveAttribute('aria-pressed', 'true');
  await box(page, 'fetch').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('button', { name: 'Not after fetch' })).toBeVisible();
  await box(page, 'read').focus();
  await page.keyboard.press('Delete');
  await expect(box(page, 'read')).toHaveCount(0);
  await expect(box(page, 'fetch')).toBeFocused();
  await page.getByRole('button', { name: 'Save a new version' }).click();

  await expect(page.getByRole('alert').filter({ hasText: 'read' }).first()).toBeVisible();
  await expect(box(page, 'ship')).toHaveAccessibleName('ship, needs a change');
  await expect(page.locator('gh-step-editor .wrong')).toContainText(/is no step that this one depends on/i);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'read')).toBeVisible();
  await page.getByRole('button', { name: 'Save a new version' }).click();
  await expect(toast(page, 'Version 2 saved')).toBeVisible();
  const { steps: kept } = await (await page.request.get(`${DEFINITIONS}/${id}`)).json();
  expect(kept[0]).toMatchObject({ delaySeconds: 1, retry: { maxAttempts: 2 } });
  expect(kept[1].tools).toEqual(['builtin.calculate']);
  expect(kept[2].dependsOn.toSorted()).toEqual(['fetch', 'read']);
});

test('a task that waits is signalled where it is, and its timeline shows when it waited', async ({ page }) => {
  const { id } = await made(page.request, TASKS, { type: 'wait', input: { signal: 'the harbour' } });
  await page.goto(`/tasks/${id}`);
  const form = page.getByRole('form', { name: 'Waits for the harbour' });
  await form.getByLabel(/^Payload/).fill('{"open": ');
  await form.getByRole('button', { name: 'Send the signal' }).click();
  await expect(form.getByRole('alert')).toContainText('Not valid JSON');
  await isAccessible(page);
  await form.getByLabel(/^Payload/).fill('{"open": true}');
  await form.getByRole('button', { name: 'Send the signal' }).click();

  await expect(page.getByLabel('the result', { exact: true })).toContainText('"open": true');
  await expect(form).toHaveCount(0);
  const timeline = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
  await expect(timeline.getByRole('listitem')).toContainText(['In the queue', 'Waits']);
});

test('a task says when it starts, and a retried one names the one that it repeats', async ({ page }) => {
  const startAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const later = await made(page.request, TASKS, { type: 'echo', startAt });
  await page.goto(`/tasks/${later.id}`);
  await expect(page.getByText('Starts in 2 h.')).toBeVisible();

  const failed = await made(page.request, TASKS, failing, { Prefer: 'wait=10' });
  expect(failed.status).toBe('failed');
  await page.goto(`/tasks/${failed.id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: failed.id }).click();
  await expect(page).toHaveURL(`/tasks/${failed.id}`);
  await expect(page.locator('.fall .failed')).toContainText('Attempt');
});

test('a step is signalled in its workflow, and a failed workflow goes on from a step', async ({ page }) => {
  const steps = [
    { name: 'ask', taskType: 'wait' },
    { name: 'sum', taskType: failing.type, input: failing.input, dependsOn: ['ask'] },
    { name: 'ship', taskType: 'echo', dependsOn: ['sum'] },
  ];
  const { id } = await made(page.request, WORKFLOWS, { name: 'Harbour', steps });
  await page.goto(`/workflows/${id}`);
  await page.getByRole('button', { name: 'Send the signal' }).click();
  await expect(box(page, 'sum')).toHaveAccessibleName(/^sum, failed/);
  await expect(page.locator('header.bar')).toContainText('failed');
  const timeline = page.locator('gh-step-timeline');
  await expect(timeline.getByRole('listitem')).toHaveCount(3);
  await isAccessible(page);

  await timeline.getByRole('button', { name: /ask/ }).click();
  await page.getByRole('button', { name: 'Retry from this step' }).click();
  await expect(page).not.toHaveURL(`/workflows/${id}`);
  await expect(page.getByRole('link', { name: id })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the signal' })).toBeVisible();
});

test('5,000 steps are listed as one scrolls', async ({ page }) => {
  const steps = Array.from({ length: 5000 }, (_, at) => ({ name: `step ${at}`, taskType: 'echo', dependsOn: at ? ['step 0'] : [] }));
  steps[0].taskType = 'wait';
  const { id } = await made(page.request, WORKFLOWS, { name: 'Many', steps });
  await page.goto(`/workflows/${id}`);
  await expect(page.getByText('0 of 5000')).toBeVisible();
  await expect(graph(page)).toHaveCount(0);
  const rows = page.locator('gh-step-timeline li');
  expect(await rows.count()).toBeLessThan(500);

  const scroll = page.locator('.scroll');
  await expect.poll(async () => {
    await scroll.evaluate(box => box.scrollTo(0, box.scrollHeight));
    return rows.count();
  }, { intervals: [100] }).toBeGreaterThan(700);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the workflow' }).click();
  await expect(page.locator('header.bar')).toContainText('cancelled');
});

test.describe('of a user with tasks of their own', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  test.beforeEach(async ({ page }) => {
    await register(page.request);
  });

  test('a call that waits is decided on the page of its task', async ({ page }) => {
    const policy = await page.request.put('/web/agent/api/approvals/policy', { data: { tools: { 'builtin.calculate': 'ask' } } });
    expect(policy.status()).toBe(200);
    const input = { tool: 'builtin.calculate', parameters: { expression: '6*7' } };
    const { id } = await made(page.request, TASKS, { type: 'tool', approvals: 'ask', input });
    await page.goto(`/tasks/${id}`);

    await page.getByRole('button', { name: 'Allow' }).click();

    await expect(page.getByLabel('the result', { exact: true })).toContainText('42');
  });

  for (const [name, viewport] of WIDTHS) {
    test(`selected tasks are cancelled and retried together, and many by their type (${name})`, async ({ page }) => {
      await page.setViewportSize(viewport);
      for (const ms of [60_000, 70_000]) await made(page.request, TASKS, { type: 'sleep', input: { ms } });
      for (let i = 0; i < 3; i++) await made(page.request, TASKS, failing, { Prefer: 'wait=10' });
      await page.goto('/tasks?status=failed&type=tool');
      await expect(page.getByRole('row')).toHaveCount(4);
      await page.getByRole('button', { name: 'Retry many' }).click();
      const form = page.getByRole('dialog');
      await expect(form.getByLabel('Of the type')).toHaveValue('tool');
      await form.getByRole('button', { name: 'Retry them' }).click();
      await expect(toast(page, '3 tasks queued again')).toBeVisible();
      await page.getByLabel('Status').selectOption('Status: all');
      await page.getByLabel('Type').selectOption('sleep');
      await expect(page).toHaveURL(/type=sleep/);
      await expect(page.getByRole('row')).toHaveCount(3);

      await page.getByRole('checkbox', { name: 'Select all that are listed' }).check();
      const bulk = page.getByRole('group', { name: 'Selected tasks' });
      await isAccessible(page);
      await bulk.getByRole('button', { name: 'Cancel 2' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 tasks' }).click();
      await expect(toast(page, '2 tasks cancelled')).toBeVisible();
      await expect(bulk).toHaveCount(0);
      await page.getByRole('checkbox', { name: 'Select Sleep 1:00' }).first().check();
      await bulk.getByRole('button', { name: 'Retry 1' }).click();
      await expect(toast(page, '1 task queued again')).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(4);
    });
  }

  test('a list of 100,000 tasks has rows near the window alone', async ({ page }) => {
    const first = await made(page.request, TASKS, { type: 'echo' });
    let served = 0;
    await page.route(/\/api\/v1\/tasks\?/, async route => {
      const limit = Number(new URL(route.request().url()).searchParams.get('limit'));
      const tasks = Array.from({ length: limit }, () => ({ ...first, status: 'completed', id: `task_${served++}`, input: { number: served } }));
      await route.fulfill({ json: { tasks, nextCursor: served < 100_000 ? String(served) : null } });
    });
    await page.goto('/tasks');
    const scroll = page.locator('.scroll');

    await expect.poll(async () => {
      await scroll.evaluate(box => box.scrollTo(0, box.scrollHeight));
      return served;
    }, { intervals: [50], timeout: 90_000 }).toBeGreaterThan(500);

    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(400);
    const before = await scroll.evaluate(box => box.scrollTop);
    await scroll.evaluate(box => box.scrollTo(0, box.scrollTop / 2));
    await expect.poll(() => page.evaluate(() => document.elementFromPoint(innerWidth / 2 + 60, innerHeight / 2)?.closest('tr')?.textContent ?? '')).toContain('echo');
    expect(before).toBeGreaterThan(10_000);
  });
});
