import type { Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { Device } from './device';
import { expect, register, test } from './person';

test.use({ storageState: { cookies: [], origins: [] } });

/** The page without what it knows of who is signed in. */
async function signedOut(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  // A dialog that has just been closed still goes back in the history, which ends other navigation.
  await expect(() => page.goto('/sign-in')).toPass();
}

/** The page fits and can be used at both widths. */
async function atBothWidths(page: Page) {
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
}

async function password(page: Page, person: { email: string; password: string }) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person adds a passkey, signs in with it alone and after the password, and removes it', async ({ page, request, faults }) => {
  test.setTimeout(120_000);
  faults.expect(/status of 401/);
  const person = await register(request, 'Katherine Johnson');
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto('/account/factors');
  const device = await Device.of(page);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await atBothWidths(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await addPasskey(page, 'Laptop');
  const codes = (await page.getByLabel('Recovery codes', { exact: true }).textContent())!.split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('Passkey, added');
  expect(await device.credentials()).toHaveLength(1);
  await atBothWidths(page);
  await addPasskey(page, 'Laptop again');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('has a passkey of your account already');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await signedOut(page);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await atBothWidths(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: /, Katherine$/ })).toBeVisible();

  await signedOut(page);
  await password(page, person);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await atBothWidths(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: /, Katherine$/ })).toBeVisible();

  await device.setCounter(0);
  await signedOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey signs in to no account here');
  await isAccessible(page);
  await password(page, person);
  await page.getByLabel('Code', { exact: true }).fill(codes[0]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /, Katherine$/ })).toBeVisible();

  await page.goto('/account/factors');
  await expect(page.getByText('9 left')).toBeVisible();
  await expect(page.getByText(/last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill('not the password');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'The password is wrong.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(page.getByText('Laptop')).toHaveCount(0);

  await signedOut(page);
  await password(page, person);
  await expect(page.getByRole('heading', { name: /, Katherine$/ })).toBeVisible();
});

test('a device without a passkey of this server says so, and the password still signs in', async ({ page, request }) => {
  const person = await register(request, 'Dorothy Hodgkin');
  await page.goto('/sign-in');
  const device = await Device.of(page);
  await device.clear();

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await password(page, person);
  await expect(page.getByRole('heading', { name: /, Dorothy$/ })).toBeVisible();
});
