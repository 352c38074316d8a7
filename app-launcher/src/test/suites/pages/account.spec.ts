import { chat, toast } from './chat';
import { expect, register, test } from './person';

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
    await expect(page.getByRole('alert')).toBeVisible();
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
    await expect(page.getByText('1 member')).toBeVisible();
    await page.getByRole('button', { name: 'Members' }).click();
    await expect(page.getByRole('button', { name: 'Role of Amalie Noether: owner' })).toBeVisible();

    await sections.getByRole('link', { name: 'Sessions' }).click();
    await expect(page.getByText('this session')).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
    await sections.getByRole('link', { name: 'Password' }).click();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('an even longer password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password changed')).toBeVisible();
    await sections.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('Password changed').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/(usr|prf|ses|grp)_/);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /^Ask the agent/ })).toBeVisible();

    await page.getByRole('button', { name: /Amalie Noether/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: /, Amalie$/ })).toBeVisible();
  });

  test('keys alone lead from the sign-in to an answer', async ({ page, request, faults }) => {
    faults.expect(/status of 401/);
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
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
