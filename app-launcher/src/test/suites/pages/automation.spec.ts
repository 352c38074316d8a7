import type { Page } from '@playwright/test';
import { WIDTHS, hasNoBarrier, isAccessible } from './access';
import { toast } from './chat';
import { Receiver } from './peers';
import { expect, test } from './person';

const dialog = (page: Page) => page.getByRole('dialog');
const bar = (page: Page) => page.locator('header.bar');

/** Chooses an entry in the menu of the page. */
async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function erase(page: Page, back: RegExp) {
  await choose(page, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(back);
}

/** Makes a resource over the API: its JSON. */
async function made(page: Page, path: string, data: object) {
  const answer = await page.request.post(`/web/api/v1/${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

for (const [name, viewport] of WIDTHS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a schedule is made, started by hand, changed, switched off and deleted', async ({ page }) => {
      const title = `Nightly ${crypto.randomUUID()}`;
      await page.goto('/schedules');
      await page.getByRole('button', { name: 'New schedule' }).click();
      const form = dialog(page);
      await form.getByLabel('Name', { exact: true }).fill(title);
      await form.getByLabel('Cron').fill('30 3 * * *');
      await expect(form.getByText('Every day at 03:30.')).toBeVisible();
      await form.getByLabel('Time zone').fill('Europe/Lisbon');
      await form.getByLabel('Type').selectOption('Echo');
      await form.getByLabel('Input as JSON').fill('{"boxes": 7}');
      await hasNoBarrier(page);
      await form.getByRole('button', { name: 'Make the schedule' }).click();

      await expect(page).toHaveURL(/\/schedules\/sch_/);
      await expect(page.getByRole('main')).toContainText('Every day at 03:30');
      await expect(page.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(5);
      await expect(page.getByRole('list', { name: 'Next times' }).getByRole('listitem').first()).toContainText('03:30:00');
      await page.getByRole('button', { name: 'Start now' }).click();
      const starts = page.getByRole('list', { name: 'Last starts' });
      await expect(starts.getByRole('link')).toHaveText(/^Task task_/);
      await isAccessible(page);

      await choose(page, 'Change');
      await expect(form.getByLabel('Input as JSON')).toHaveValue(/"boxes": 7/);
      await form.getByRole('button', { name: 'At an interval' }).click();
      await form.getByLabel('Every').fill('90');
      await form.getByLabel('Unit').selectOption('minutes');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('main')).toContainText('Every 90 minutes');
      await page.getByRole('switch', { name: `${title} is on` }).click();
      await expect(toast(page, `${title} is off`)).toBeVisible();
      await expect(bar(page)).toContainText('off');
      await starts.getByRole('link').click();
      await expect(page.getByLabel('the result', { exact: true })).toContainText('"boxes": 7');

      await page.goto('/schedules');
      const row = page.getByRole('row').filter({ hasText: title });
      await expect(row).toContainText('Every 90 minutes');
      await expect(row.getByRole('switch')).not.toBeChecked();
      await row.getByRole('link').click();
      await erase(page, /\/schedules$/);
      await expect(row).toHaveCount(0);
    });

    test('what a schedule starts by itself comes into its history', async ({ page }) => {
      const start = { task: { type: 'sleep', input: { ms: 600_000 } } };
      const { id } = await made(page, 'schedules', { name: 'Each second', everySeconds: 1, start });
      await page.goto(`/schedules/${id}`);

      const starts = page.getByRole('list', { name: 'Last starts' });
      await expect(starts.getByText('The earlier work had not ended.').first()).toBeVisible();
      await expect(starts.getByRole('link', { name: /^Task task_/ })).toHaveCount(1);
      await page.getByRole('switch', { name: 'Each second is on' }).click();
      await expect(bar(page)).toContainText('off');
      await starts.getByRole('link').click();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Cancel the task' }).click();
      await expect(bar(page)).toContainText('cancelled');
    });

    test('what is wrong with a schedule stands at its field', async ({ page, faults }) => {
      faults.expect(/422/);
      await page.goto('/schedules');
      await page.getByRole('button', { name: 'New schedule' }).click();
      const form = dialog(page);
      const send = form.getByRole('button', { name: 'Make the schedule' });
      await form.getByLabel('Name', { exact: true }).fill('Wrong');
      await form.getByLabel('Type').selectOption('Echo');
      await form.getByLabel('Cron').fill('0 0 3 * * *');
      await send.click();
      await expect(form.getByLabel('Cron')).toBeFocused();
      await expect(form.getByLabel('Cron')).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByLabel('Cron')).toHaveAccessibleDescription(/five fields|5 fields/);
      await hasNoBarrier(page);

      await form.getByLabel('Cron').fill('0 3 31 2 *');
      await send.click();
      await expect(form.getByRole('alert')).toContainText('never due');
      await form.getByLabel('Cron').fill('0 3 * * *');
      await form.getByLabel('Time zone').fill('Mars/Olympus');
      await send.click();
      await expect(form.getByLabel('Time zone')).toHaveAccessibleDescription(/time zone database/);
      await expect(form.getByLabel('Cron')).not.toHaveAttribute('aria-invalid', 'true');

      await form.getByLabel('Time zone').fill('Europe/Lisbon');
      await form.getByLabel('Type').selectOption('Another type…');
      await form.getByLabel('Name of the type').fill('summarize');
      await form.getByLabel('Input as JSON').fill('{"text": ');
      await send.click();
      await expect(form.getByRole('alert')).toContainText('Not valid JSON');
      await form.getByLabel('What it starts').selectOption('A test run');
      await form.getByLabel('URL').fill('ftp://example.org');
      await send.click();
      await expect(form.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
      await form.getByLabel('What it starts').selectOption('Another request, as JSON');
      await form.getByLabel('JSON').fill('{"task": {"type": "echo"}, "run": {}}');
      await send.click();
      await expect(form.getByLabel('JSON')).toHaveAccessibleDescription(/exactly one of/);
    });

    test('a schedule starts a kept workflow with its input, a chat, and once at a time', async ({ page }) => {
      const keep = `Harvest ${crypto.randomUUID()}`;
      const inputSchema = { type: 'object', properties: { boxes: { type: 'integer', title: 'Boxes' } }, required: ['boxes'] };
      const steps = [{ name: 'pick', taskType: 'echo', input: { boxes: { $from: 'input', pointer: '/boxes' } } }];
      await made(page, 'workflow-definitions', { name: keep, steps, inputSchema });
      await page.goto('/schedules');
      await page.getByRole('button', { name: 'New schedule' }).click();
      const form = dialog(page);
      await form.getByLabel('Name', { exact: true }).fill('Harvest');
      await form.getByRole('button', { name: 'Once' }).click();
      await form.getByLabel('Time', { exact: true }).fill('2999-01-02T03:04:05');
      await form.getByLabel('What it starts').selectOption('A kept workflow');
      await form.getByLabel('Workflow', { exact: true }).selectOption(keep);
      await form.getByLabel('Boxes').fill('7');
      await form.getByRole('button', { name: 'Make the schedule' }).click();
      await expect(page.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveText(/2999/);
      await page.getByRole('button', { name: 'Start now' }).click();
      await page.getByRole('list', { name: 'Last starts' }).getByRole('link', { name: /^Workflow/ }).click();
      await expect(page.getByText('1 of 1')).toBeVisible();
      await page.goBack();

      await choose(page, 'Change');
      await expect(form.getByLabel('Boxes')).toHaveValue('7');
      await form.getByLabel('What it starts').selectOption('A chat with the agent');
      await form.getByLabel('Message').fill('What is 12*12? Use the calculator.');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Start now' }).click();
      await page.getByRole('list', { name: 'Last starts' }).getByRole('link', { name: /^Chat/ }).click();
      await expect(page.getByRole('log', { name: 'Messages' })).toContainText('144');
      await page.goBack();
      await erase(page, /\/schedules$/);
    });

    test('a trigger is made, called and deleted', async ({ page, request }) => {
      const title = `Orders ${crypto.randomUUID()}`;
      await page.goto('/triggers');
      await page.getByRole('button', { name: 'New trigger' }).click();
      const form = dialog(page);
      await form.getByLabel('Name', { exact: true }).fill(title);
      await form.getByRole('button', { name: 'As JSON' }).click();
      await expect(form.getByLabel('Input as JSON')).toHaveAccessibleDescription(/\$from/);
      await form.getByLabel('Type').selectOption('Echo');
      await form.getByLabel('Input as JSON').fill('{"order": {"$from": "trigger", "pointer": "/order/id"}}');
      await hasNoBarrier(page);
      await form.getByRole('button', { name: 'Make the trigger' }).click();
      const secret = await dialog(page).getByRole('textbox', { name: 'Secret' }).inputValue();
      expect(secret).toMatch(/^whsec_/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog(page).getByRole('button', { name: 'Copy: Secret' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
      await dialog(page).getByRole('button', { name: 'Done' }).click();

      await expect(page).toHaveURL(/\/triggers\/trg_/);
      expect(await page.content()).not.toContain(secret);
      await expect(page.getByText('No call with a valid secret has come yet.')).toBeVisible();
      const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
      const headers = { Authorization: `Bearer ${secret}` };
      const called = await request.post(address, { headers, data: { order: { id: 42 } } });
      expect(called.status(), await called.text()).toBe(202);
      expect((await request.post(address, { headers, data: {} })).status()).toBe(422);
      await page.getByRole('button', { name: 'Refresh' }).click();
      const calls = page.getByRole('list', { name: 'Last calls' });
      await expect(calls.getByRole('listitem')).toHaveCount(2);
      await expect(calls.getByRole('listitem').filter({ hasText: 'failed' })).toContainText('/order/id');
      await isAccessible(page);
      await calls.getByRole('link', { name: /^Task/ }).click();
      await expect(page.getByLabel('the result', { exact: true })).toContainText('"order": 42');

      await page.goBack();
      await page.getByRole('button', { name: 'Change' }).click();
      await form.getByLabel('Name', { exact: true }).fill(`${title}!`);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}!`);
      await erase(page, /\/triggers$/);
      await expect(page.getByRole('link', { name: title })).toHaveCount(0);
      expect((await request.post(address, { headers, data: {} })).status()).toBe(404);
    });

    test('a webhook is made, tested, sent again, switched off and deleted', async ({ page }) => {
      const receiver = new Receiver();
      const url = await receiver.start();
      receiver.status = 500;
      await page.goto('/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      const form = dialog(page);
      await form.getByLabel('Address').fill(url);
      await form.getByRole('group', { name: 'Tasks' }).getByLabel('completed').check();
      await form.getByRole('group', { name: 'Tasks' }).getByLabel('cancelled').check();
      await hasNoBarrier(page);
      await form.getByRole('button', { name: 'Make the webhook' }).click();
      await expect(dialog(page).getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
      await dialog(page).getByRole('button', { name: 'Done' }).click();

      await expect(page).toHaveURL(/\/webhooks\/whk_/);
      await expect(page.getByRole('main')).toContainText('task.*');
      await page.getByRole('button', { name: 'Send a test' }).click();
      const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: 'webhook.test' });
      await expect(delivery).toContainText('Status 500.');
      await expect(bar(page)).toContainText('failing');
      receiver.status = 204;
      await delivery.locator('summary').click();
      await expect(delivery.getByRole('list', { name: 'Tries' }).getByRole('listitem')).toHaveCount(1);
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await expect(delivery.locator('summary')).toContainText('delivered');
      await expect(delivery.getByRole('list', { name: 'Tries' })).toContainText('Status 204.');
      await expect(bar(page)).toContainText('on');
      await isAccessible(page);
      expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(1);
      expect(receiver.got[0]).toMatchObject({ type: 'webhook.test', signature: expect.stringMatching(/^v1,/) });

      await page.getByRole('switch', { name: 'The webhook is on' }).click();
      await expect(page.getByText(/^Off since/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send a test' })).toBeDisabled();
      await page.goto('/webhooks');
      const row = page.getByRole('row').filter({ hasText: url });
      await expect(row).toContainText('off');
      await row.getByRole('switch').click();
      await expect(row).toContainText('on');
      await row.getByRole('link').click();
      await erase(page, /\/webhooks$/);
      await expect(row).toHaveCount(0);
      receiver.stop();
    });

    test('a webhook to an address inside or without events is refused at its field', async ({ page, faults }) => {
      faults.expect(/422/);
      await page.goto('/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      const form = dialog(page);
      await form.getByLabel('Address').fill('http://10.0.0.1/hook');
      await form.getByRole('button', { name: 'Make the webhook' }).click();
      await expect(form.getByLabel('Address')).toBeFocused();
      await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByRole('alert')).toHaveCount(1);

      await form.getByLabel('Address').fill('https://example.org/hook');
      for (const group of ['Tasks', 'Workflows', 'Test runs']) await form.getByRole('group', { name: group }).getByLabel('failed').uncheck();
      await form.getByRole('button', { name: 'Make the webhook' }).click();
      await expect(form.getByRole('alert')).toContainText('1 to 20');
    });

    test('the pages lead to each other, and are empty before there is anything', async ({ page, faults }) => {
      faults.expect(/503|Service Unavailable/);
      await page.route(/\/api\/v1\/(schedules|triggers|webhooks)\?/, route => {
        const [, list] = /\/v1\/(\w+)\?/.exec(route.request().url())!;
        return route.fulfill({ json: { [list]: [], nextCursor: null } });
      });
      await page.goto('/tasks');
      const tabs = page.getByRole('navigation', { name: 'Work' });
      for (const [tab, words] of [['Schedules', 'No schedules yet'], ['Triggers', 'No triggers yet'], ['Webhooks', 'No webhooks yet']]) {
        await tabs.getByRole('link', { name: tab }).click();
        await expect(page.getByRole('heading', { name: words })).toBeVisible();
        await expect(tabs.locator('[aria-current]')).toHaveText(tab);
        await expect(page.getByRole('navigation', { name: 'Places' }).filter({ visible: true }).locator('[aria-current=page]')).toContainText('Tasks');
        await isAccessible(page);
      }
      await page.unrouteAll();
      await page.route(/\/api\/v1\/schedules\?/, route => route.fulfill({ status: 503, json: { error: { code: 'X', message: 'away', status: 503 } } }), { times: 1 });
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('schedules');
      await dialog(page).getByRole('option', { name: 'Schedules' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    test('lists with something in them fit', async ({ page }) => {
      const long = 'a-name-without-any-blank-in-it-'.repeat(6);
      await made(page, 'schedules', { name: long, cron: '7 3 1,15 */2 *', timezone: 'America/Argentina/Buenos_Aires', start: { task: { type: 'echo', input: { long } } } });
      await made(page, 'triggers', { name: long, start: { task: { type: 'echo', input: { long } } } });
      await made(page, 'webhooks', { url: `https://example.org/${long}`, events: ['task.*', 'run.failed', 'approval.requested', 'webhook.disabled'] });
      for (const path of ['/schedules', '/triggers', '/webhooks']) {
        await page.goto(path);
        await expect(page.getByRole('link', { name: long }).first()).toBeVisible();
        await isAccessible(page);
        await page.getByRole('link', { name: long }).first().click();
        await expect(page).toHaveURL(new RegExp(`${path}/...`));
        await isAccessible(page);
      }
    });
  });
}
