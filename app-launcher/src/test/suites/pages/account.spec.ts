import { ask, chat, message, toast } from './chat';
import { WIDTHS, isAccessible } from './access';
import { expect, register, signInAsAdmin, signedIn, test } from './person';

test('the dashboard counts what was done', async ({ page }) => {
  await chat(page, 'Count to 7.');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: /^Chats [1-9]/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tokens by day' })).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page.getByText('in 7 days')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /Count to 7|Counting/ }).first().click();
  await expect(page).toHaveURL(/\/chats\/./);
});

test.describe('of an account of its own', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a person renames a profile, makes a group, sees sessions and changes the password', async ({ page, request, faults }) => {
    faults.expect(/status of 401/);
    const person = await register(request, 'Emmy Noether');
    await page.goto('/account');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/account$/);

    await expect(page.getByRole('main')).toContainText(person.email);
    await expect(page.getByRole('main')).not.toContainText(/(usr|prf)_/);
    await page.getByRole('button', { name: 'Rename Emmy Noether' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Amalie Noether');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(toast(page, 'Profile renamed')).toBeVisible();
    await expect(page.getByRole('complementary').getByText('Amalie Noether')).toBeVisible();

    const sections = page.getByRole('navigation', { name: 'Account' });
    await sections.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Göttingen');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByRole('heading', { name: 'Göttingen', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Role of Amalie Noether: owner' })).toBeVisible();
    await page.getByRole('link', { name: 'All groups' }).click();
    await expect(page.getByText('1 member')).toBeVisible();

    await sections.getByRole('link', { name: 'Sessions' }).click();
    await expect(page.getByText('this session')).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
    const { key } = await (await page.request.post('/web/api/v1/keys', { data: { name: 'nightly job' } })).json();
    await sections.getByRole('link', { name: 'Password' }).click();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('an even longer password');
    await expect(page.getByText('nightly job')).toBeVisible();
    await page.getByLabel('Revoke all API keys too').check();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password changed')).toBeVisible();
    await expect(page.getByLabel('Revoke all API keys too')).toHaveCount(0);
    expect((await request.get('/api/v1/profiles', { headers: { authorization: `Bearer ${key}` } })).status()).toBe(401);
    await sections.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('Password changed').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/(usr|prf|ses|grp)_/);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /^Ask the agent/ })).toBeVisible();
    // Another user started the run of this suite.
    await expect(page.getByRole('heading', { name: 'Test runs by result' })).toHaveCount(0);

    await page.getByRole('button', { name: /Amalie Noether/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: /, Amalie$/ })).toBeVisible();
  });

  test('a group shows its members, keys and budget', async ({ page, request, faults }) => {
    faults.expect(/status of 404/);
    const member = await register(request, 'Lise Meitner');
    await register(request, 'Max Born');
    await page.context().addCookies((await request.storageState()).cookies);
    await page.goto('/account/groups');
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Quanta');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByText('The group has no API key yet')).toBeVisible();

    await page.getByRole('button', { name: 'Add a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email or profile ID').fill('prf_unknown');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await expect(dialog.getByRole('alert')).toContainText('profile');
    await dialog.getByLabel('Email or profile ID').fill(member.email);
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await expect(toast(page, 'Lise Meitner is added')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Role of Lise Meitner: admin' })).toBeVisible();

    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByLabel('Name').fill('nightly job');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Revoke nightly job' })).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').pop();
    const { accountId } = await (await page.request.get(`/web/api/v1/groups/${id}`)).json();
    await signInAsAdmin(page, request);
    const budget = { amount: 50, currency: 'USD', period: 'month' };
    expect((await request.patch(`/web/api/v1/admin/users/${accountId}`, { data: { budget } })).status()).toBe(200);
    for (const [, viewport] of WIDTHS) {
      await page.setViewportSize(viewport);
      await page.reload();
      await expect(page.getByRole('meter', { name: 'Used of the budget' })).toBeVisible();
      await expect(page.getByText(/0(\.00)? of .*50.* this month/)).toBeVisible();
      // An administrator who is no member sees the members and the budget alone.
      await expect(page.getByRole('heading', { name: 'API keys' })).toHaveCount(0);
      await isAccessible(page);
    }

    await page.context().clearCookies();
    await page.context().addCookies((await signedIn(request, member)).cookies);
    await page.goto(`/account/groups/${id}`);
    await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
    await expect(page.getByText(/this month/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'API keys' })).toHaveCount(0);
    await page.getByRole('button', { name: 'More about Quanta' }).click();
    await page.getByRole('menuitem', { name: 'Leave' }).click();
    await dialog.getByRole('button', { name: 'Leave group' }).click();
    await expect(toast(page, 'You left the group')).toBeVisible();
    await page.goto(`/account/groups/${id}`);
    await expect(page.getByRole('alert')).toContainText('group');
  });

  test('keys alone lead from the sign-in to an answer', async ({ page, request }) => {
    const person = await register(request);
    await page.goto('/');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
    await page.keyboard.type('Count to 8.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').locator('gh-markdown')).toContainText('1 2 3 4 5 6 7 8');

    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('Count to 8.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dashboard');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('an identity at a provider is linked, signs in and is unlinked', async ({ page, request, faults }) => {
    faults.expect(/another host was asked: http:\/\/127\.0\.0\.1:\d+\/authorize/);
    faults.expect(/status of 401/);
    const person = await register(request, 'Sofia Kovalevskaya');
    const signIn = async () => {
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await page.goto('/account/providers');
    await signIn();
    await expect(page.getByText('Not linked')).toBeVisible();
    await page.getByRole('button', { name: 'Link Acme' }).click();
    await expect(toast(page, 'Identity linked')).toBeVisible();
    await expect(page).toHaveURL(/\/account\/providers$/);
    const unlink = page.getByRole('button', { name: 'Unlink Acme, ada' });
    await expect(unlink).toBeVisible();

    for (const begin of [
      () => page.evaluate(() => document.querySelector('main')!.append(Object.assign(document.createElement('a'), { href: '/api/session/oauth/acme', textContent: 'acme' }))).then(() => page.getByRole('link', { name: 'acme' }).click()),
      () => page.evaluate(() => document.body.append(Object.assign(document.createElement('form'), { action: '/api/session/oauth/acme', id: 'to-acme' }))).then(() => page.evaluate(() => (document.querySelector('#to-acme') as HTMLFormElement).submit())),
    ]) {
      await begin();
      await expect(page.getByRole('dialog', { name: /^Link Acme to your account/ })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.goto('/sign-in?error=denied');
    await expect(toast(page, 'You did not agree at the provider. Agree there, or sign in with a password.')).toBeVisible();
    await expect(message(page)).toBeVisible();

    await page.request.delete('/api/session');
    await page.goto('/account/providers');
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void open('/api/session/oauth/acme'));
    const popup = await opening;
    await expect(message(popup)).toBeVisible();
    await popup.close();
    await page.goto('/account/providers');
    await expect(page.getByRole('main')).toContainText(person.email);
    await unlink.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await expect(toast(page, 'Acme unlinked')).toBeVisible();
    await expect(page.getByText('Not linked')).toBeVisible();
  });

  test('a session that has ended is told in the same words everywhere', async ({ page, request, faults }) => {
    faults.expect(/status of 401/);
    const ended = 'Your session has ended. Sign in again.';
    const person = await register(request);
    const rename = page.getByRole('button', { name: 'Rename Ada Lovelace' });
    for (const [path, shown, act] of [
      ['/', message(page), () => ask(page, 'Count to 2.')],
      ['/account', rename, () => rename.click().then(() => page.getByRole('dialog').getByLabel('Name').fill('Ada')).then(() => page.keyboard.press('Enter'))],
      ['/', message(page), () => page.getByLabel('Files to attach').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })],
    ] as const) {
      await page.context().clearCookies();
      await page.context().addCookies((await signedIn(request, person)).cookies);
      await page.goto(path);
      await expect(shown).toBeVisible();
      // Ends with what the user does: the page may ask for something before and notice an end by itself.
      await page.route('**', async route => {
        if (route.request().method() !== 'GET') await page.request.delete('/api/session');
        await route.continue();
      });
      await act();
      await expect(toast(page, ended)).toBeVisible();
      await expect(page).toHaveURL(/\/sign-in/);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
});
