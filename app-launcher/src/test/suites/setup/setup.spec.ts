import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { answered, answers, ask, toast } from './chat';
import { Device } from './device';
import { Mailbox } from './mailbox';
import { MODEL_KEY, models, shop, shopDocument, weather, type Peer } from './peers';
import { Faults, expect } from './person';

/** The path of the link that the server printed when it started. */
const LINK = readFileSync(join(__dirname, 'link.txt'), 'utf8').trim();
const PASSWORD = 'correct horse battery';

const test = base.extend<{ faults: Faults; mailbox: { box: Mailbox; smtp: string }; peers: Record<'weather' | 'models' | 'shop', Peer> }>({
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
    const peers = { weather: await weather(), models: await models(), shop: await shop() };
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

/** A dialog that has just closed goes back in the history, which may end a navigation. */
async function go(page: Page, address: string) {
  await expect(() => page.goto(address)).toPass();
}

async function signOut(page: Page) {
  await go(page, '/account');
  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('from the printed link to a colleague who signs in with a passkey and uses a tool with a model', async ({ page, mailbox, peers }) => {
  test.setTimeout(180_000);

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

  await test.step('an MCP server is added for everyone, with the icon that is a picture', async () => {
    await go(page, '/integrations');
    await button(page, 'Add').click();
    await dialog(page).getByLabel('Address', { exact: true }).fill(`${peers.weather.address}/mcp`);
    await dialog(page).getByLabel('Name', { exact: true }).fill('weather');
    await button(page, 'Everyone').click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
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
    await dialog(page).getByLabel('Document', { exact: true }).fill(shopDocument(peers.shop.address));
    await dialog(page).getByLabel('Name', { exact: true }).fill('shop');
    await button(page, 'Everyone').click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('link', { name: /shop\.list_items.*reads/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /shop\.remove_item.*may destroy/ })).toBeVisible();
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

  await test.step('and uses the tool of that server with that model', async () => {
    await expect(button(page, 'Model: walker')).toBeVisible();
    await ask(page, 'What will the weather be in Oslo?');
    await answered(page);
    await expect(answers(page).last()).toContainText('Snow in Oslo');
    await expect(page.getByText('weather.forecast').first()).toBeVisible();
    await go(page, '/integrations/weather');
    await expect(page.getByRole('link', { name: /weather\.forecast/ })).toBeVisible();
    await expect(button(page, 'Refresh')).toHaveCount(0);
  });
});
