import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { Mailbox } from './mailbox';
import { expect, register, test } from './person';

/** The setting GUILDHALL_ADMIN_EMAILS names its address, too. */
const ADMIN = { email: 'people@example.org', password: 'correct horse battery', displayName: 'Dorothy Vaughan' };

test.use({ storageState: { cookies: [], origins: [] } });

/** The page without what it knows of who is signed in. */
async function signedOut(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
}

test('an admin configures mail and invites a person, who registers, verifies the address and resets the password', async ({ page, request, faults }) => {
  test.setTimeout(120_000);
  faults.expect(/status of (401|403|422)/);
  const mailbox = new Mailbox();
  const smtp = await mailbox.listen();
  try {
    expect((await request.post('/api/session/register', { data: ADMIN })).status()).toBe(201);
    await page.context().addCookies((await request.storageState()).cookies);

    await page.goto('/admin/settings');
    await page.getByLabel('Mail server').fill('imap://127.0.0.1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/must be smtp/).first()).toBeVisible();
    await page.getByLabel('Mail server').fill(smtp);
    await page.getByLabel('Remove chats after (days)').fill('400');
    await page.getByLabel('Default model').selectOption('demo');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    await expect(page.getByLabel('Mail server')).toHaveAttribute('placeholder', /configured/);
    expect(await (await request.get('/web/api/v1/admin/settings')).json()).toMatchObject({ defaultModel: 'demo', retention: { chats: 400 } });
    await page.getByLabel('Default model').selectOption({ label: 'The one that is marked as default' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await (await request.get('/web/api/v1/admin/settings')).json()).defaultModel).toBeNull();
    for (const [, viewport] of WIDTHS) {
      await page.setViewportSize(viewport);
      await isAccessible(page);
    }

    await page.goto('/admin/invitations');
    await page.getByRole('main').getByRole('button', { name: 'Invite a person' }).click();
    const email = `${randomUUID()}@example.org`;
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await isAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByLabel('Link of the invitation')).toHaveValue(/\/invitation#[\w-]{43}$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible();
    await isAccessible(page);

    await expect.poll(() => mailbox.link(email, 'invitation')).toBeTruthy();
    await signedOut(page);
    await page.goto(mailbox.link(email, 'invitation')!);
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(page).toHaveURL(/\/invitation$/);
    await page.getByLabel('Your name').fill('Mary Jackson');
    await page.getByLabel('Email').fill('another@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert')).toContainText('This invitation does not work');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: /, Mary$/ })).toBeVisible();

    await signedOut(page);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    for (const [, viewport] of WIDTHS) {
      await page.setViewportSize(viewport);
      await isAccessible(page);
    }
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'a mail with a link' })).toBeVisible();
    await expect.poll(() => mailbox.link(email, 'reset-password')).toBeTruthy();
    await page.goto(mailbox.link(email, 'reset-password')!);
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.getByLabel('New password').fill('an even longer password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByText('The password is set')).toBeVisible();
    await page.goto('/sign-in');
    await page.goto(mailbox.link(email, 'reset-password')!);
    await page.getByLabel('New password').fill('an even longer password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is not valid');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: /, Mary$/ })).toBeVisible();

    await page.goto('/account/groups');
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('West Computing');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('button', { name: 'Add a member' }).click();
    const invited = `${randomUUID()}@example.org`;
    await page.getByRole('dialog').getByLabel('Email or profile ID').fill(invited);
    await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
    await expect(toast(page, `${invited} is invited`)).toBeVisible();
    await expect.poll(() => mailbox.link(invited, 'invitation')).toBeTruthy();
    for (const [, viewport] of WIDTHS) {
      await page.setViewportSize(viewport);
      await isAccessible(page);
    }
    await page.getByRole('button', { name: `Revoke the invitation of ${invited}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);

    const other = await register(request, 'Annie Easley');
    await expect.poll(() => mailbox.link(other.email, 'verify-email')).toBeTruthy();
    await page.goto(mailbox.link(other.email, 'verify-email')!);
    await page.getByRole('button', { name: 'Verify the address' }).click();
    await expect(page.getByText('The address is verified.')).toBeVisible();
    await page.goto('/verify-email');
    await expect(page.getByRole('alert')).toContainText('This link is not valid');
  } finally {
    expect((await request.post('/api/session', { data: ADMIN })).status()).toBe(200);
    await request.patch('/web/api/v1/admin/settings', { data: { mail: { smtpUrl: null }, retention: { chats: null } } });
    mailbox.close();
  }
});

/** The code of an authenticator application, so many steps of 30 s later than now. */
function totp(secret: string, later = 0) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map(byte => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(step).digest();
  const value = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

test('a person adds an authenticator, signs in with a code and with a recovery code, and removes it', async ({ page, request, faults }) => {
  test.setTimeout(120_000);
  faults.expect(/status of (401|422)/);
  const person = await register(request, 'Joan Clarke');
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto('/account/factors');
  await page.getByRole('button', { name: 'Add an authenticator' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await isAccessible(page);
  }
  const secret = (await dialog.locator('code').textContent())!;
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('not the code');
  await dialog.getByLabel('Code', { exact: true }).fill(totp(secret, -1));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const codes = (await page.getByLabel('Recovery codes', { exact: true }).textContent())!.split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 left')).toBeVisible();
  await isAccessible(page);

  const signIn = async (code: string) => {
    await signedOut(page);
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn('123456');
  await expect(page.getByRole('alert')).toContainText('The code is wrong');
  await isAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill(totp(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /, Joan$/ })).toBeVisible();
  await signIn(codes[0]);
  await expect(page.getByRole('heading', { name: /, Joan$/ })).toBeVisible();
  await page.goto('/account/factors');
  await expect(page.getByText('9 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Authenticator removed')).toBeVisible();
});

test('a person makes a key for a coding agent, and gets the lines that connect it', async ({ page, request, playwright, baseURL }) => {
  await register(request, 'Radia Perlman');
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto('/account/connect');
  await expect(page.getByText(new URL('/mcp', baseURL).href, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const lines = page.getByLabel('Lines for Claude Code');
  await expect(lines).toContainText(/ANTHROPIC_AUTH_TOKEN=gh_/);
  const key = /gh_[\w-]+/.exec((await lines.textContent())!)![0];
  await page.getByRole('button', { name: 'Codex' }).click();
  await expect(page.getByLabel('Lines for Codex')).toContainText(`GUILDHALL_KEY=${key}`);
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${key}` } });
  expect((await program.get('/completion/v1/models')).status()).toBe(200);
  await program.dispose();
});
