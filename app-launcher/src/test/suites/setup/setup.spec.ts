import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { answered, answers, ask, toast } from './chat';
import { Device } from './device';
import { Mailbox } from './mailbox';
import { FIGMA_TOKEN, MODEL_KEY, everything, figma, figmaDocument, guarded, models, weather } from './peers';
import { Faults, expect } from './person';

/** The path of the link that the server printed when it started. */
const LINK = readFileSync(join(__dirname, 'link.txt'), 'utf8').trim();
const PASSWORD = 'correct horse battery';

const test = base.extend<{ faults: Faults; mailbox: { box: Mailbox; smtp: string }; peers: Record<'everything' | 'figma' | 'guarded' | 'models' | 'weather', { address: string; close: () => void }> }>({
  faults: [async ({ context, baseURL }, use) => {
    const faults = new Faults();
    await faults.watch(context, new URL(baseURL!).origin);
    await use(faults);
    expect(faults.unexpected()).toEqual([]);
  }, { auto: true }],
  mailbox: async ({}, use) => {
    const box = new Mailbox();
    await use({ box, smtp: await box.listen() });
    box.close();
  },
  peers: async ({}, use) => {
    const [one, two, three, four, five] = await Promise.all([everything(), figma(), guarded(), models(), weather()]);
    const peers = { everything: one, figma: two, guarded: three, models: four, weather: five };
    await use(peers);
    Object.values(peers).forEach(peer => peer.close());
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The page fits and has no barriers at both widths. */
async function atBothWidths(page: Page) {
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
}

/** Adds an MCP server for everyone, whose page is shown then. */
async function addServer(page: Page, name: string, address: string) {
  await go(page, '/integrations');
  await button(page, 'Add').click();
  await dialog(page).getByLabel('Address', { exact: true }).fill(`${address}/mcp`);
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await button(page, 'Everyone').click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/integrations/${name}$`));
}

/** A dialog that has just closed goes back in the history, which would end or undo a navigation. */
async function go(page: Page, address: string) {
  await page.waitForFunction(() => !history.state?.dialog);
  await page.goto(address);
}

async function signOut(page: Page) {
  await go(page, '/account');
  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('from the printed link to a colleague who signs in with a passkey and uses tools with a model', async ({ page, mailbox, peers, faults }) => {
  test.setTimeout(240_000);

  await test.step('the printed link makes the administrator', async () => {
    await page.goto(LINK);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create account').click();
    await expect(page.getByRole('heading', { name: /, Grace$/ })).toBeVisible();
  });

  await test.step('a model is connected by its address and a key, and tested', async () => {
    await go(page, '/admin/models');
    await page.getByRole('main').getByRole('button', { name: 'Connect a model' }).last().click();
    await button(page, 'Another address').click();
    await dialog(page).getByLabel('Address', { exact: true }).fill(`${peers.models.address}/v1`);
    await dialog(page).getByLabel('API key').fill(MODEL_KEY);
    await dialog(page).getByLabel('Model', { exact: true }).fill('walker');
    await button(page, 'Test').click();
    await expect(dialog(page).getByRole('status')).toContainText('It answered');
    await button(page, 'Connect').click();
    await expect(toast(page, 'walker answers from now on')).toBeVisible();
  });

  await test.step('an MCP server is added for everyone', async () => {
    await addServer(page, 'everything', peers.everything.address);
    await expect(page.getByRole('link', { name: /everything\.get.sum.*reads/ })).toBeVisible();
    await atBothWidths(page);
  });

  await test.step('a server that wants a sign-in is connected at its provider', async () => {
    await addServer(page, 'vault', peers.guarded.address);
    await expect(page.getByText('Connect vault to use its tools.')).toBeVisible();
    await atBothWidths(page);
    // The pages ask no other host; the browser goes to the provider.
    faults.expect(new RegExp(`another host was asked: ${peers.guarded.address}`));
    await button(page, 'Connect').click();
    await expect(page.getByText('May Guildhall read the vault?')).toBeVisible();
    await page.getByRole('link', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/\/integrations\/vault\b/);
    await expect(page.getByRole('link', { name: /vault\.open/ })).toBeVisible();
    await expect(button(page, 'Disconnect')).toBeVisible();
    await atBothWidths(page);
  });

  await test.step('of the icons of a server the one that is a picture is shown', async () => {
    await addServer(page, 'weather', peers.weather.address);
    await expect(page.getByRole('link', { name: /weather\.forecast.*reads/ })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.locator('.logo img')).toHaveJSProperty('naturalWidth', 1, { timeout: 2_000 });
    }).toPass();
    await atBothWidths(page);
  });

  await test.step('an API is added by its document, which is pasted', async () => {
    await go(page, '/integrations');
    await button(page, 'Add').click();
    await button(page, 'OpenAPI document').click();
    await button(page, 'Paste').click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // Playwright's fill() takes minutes for 11,000 lines, the paste of a person a moment.
    await page.evaluate(text => navigator.clipboard.writeText(text), figmaDocument());
    await dialog(page).getByLabel('Document', { exact: true }).press('ControlOrMeta+V');
    await dialog(page).getByLabel('Name', { exact: true }).fill('figma');
    await dialog(page).getByLabel('Address of the API').fill(peers.figma.address);
    await dialog(page).getByText('Headers, OAuth client').click();
    await dialog(page).getByLabel('Headers', { exact: true }).fill(`X-Figma-Token: ${FIGMA_TOKEN}`);
    await button(page, 'Everyone').click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('X-Figma-Token (values are not shown)')).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('comment');
    await expect(page.getByRole('link', { name: /figma\.get_comments.*reads/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /figma\.delete_comment\b.*may destroy/ })).toBeVisible();
    await atBothWidths(page);
    await go(page, '/integrations');
    await atBothWidths(page);
  });

  const email = 'mary@example.org';
  await test.step('a colleague is invited by mail', async () => {
    await go(page, '/admin/settings');
    await page.getByLabel('Mail server').fill(mailbox.smtp);
    await button(page, 'Save').click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    await go(page, '/admin/invitations');
    await page.getByRole('main').getByRole('button', { name: 'Invite a person' }).click();
    await dialog(page).getByLabel('Email').fill(email);
    await button(page, 'Invite').click();
    await button(page, 'Done').click();
    await expect.poll(() => mailbox.box.link(email, 'invitation')).toBeTruthy();
    await signOut(page);
  });

  await test.step('the colleague registers, adds a passkey, and signs in with it', async () => {
    await go(page, mailbox.box.link(email, 'invitation')!);
    await page.getByLabel('Your name').fill('Mary Jackson');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create account').click();
    await expect(page.getByRole('heading', { name: /, Mary$/ })).toBeVisible();
    await go(page, '/account/factors');
    const device = await Device.of(page);
    await button(page, 'Add a passkey').click();
    await dialog(page).getByLabel('Name').fill('Laptop');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await button(page, 'I have kept them').click();
    expect(await device.credentials()).toHaveLength(1);
    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await expect(page.getByRole('heading', { name: /, Mary$/ })).toBeVisible();
  });

  await test.step('and uses tools of that server and that API with that model', async () => {
    await expect(button(page, 'Model: walker')).toBeVisible();
    await ask(page, 'What is the sum of 2 and 40?');
    await answered(page);
    await expect(answers(page).last()).toContainText('The sum of 2 and 40 is 42.');
    await expect(page.getByText(/^everything\.get.sum$/).first()).toBeVisible();
    await ask(page, 'Which comments does the file k4y have?');
    await expect(answers(page).last()).toContainText('A larger logo, please.');
    await expect(page.getByText('figma.get_comments').first()).toBeVisible();
    await answered(page);
    await go(page, '/integrations/everything');
    await expect(page.getByRole('link', { name: /everything\.get.sum/ })).toBeVisible();
    await expect(button(page, 'Refresh')).toHaveCount(0);
  });
});
