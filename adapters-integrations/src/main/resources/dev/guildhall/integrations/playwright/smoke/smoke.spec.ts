import { test, expect } from '@playwright/test';

test('answers 2xx', async ({ page }) => {
  const response = await page.goto('');
  expect(response?.status()).toBeGreaterThanOrEqual(200);
  expect(response?.status()).toBeLessThan(300);
});

test('has a title', async ({ page }) => {
  await page.goto('');
  await expect(page).toHaveTitle(/\S/);
});

test('logs no error to the console', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', error => errors.push(error.message));
  await page.goto('', { waitUntil: 'load' });
  expect(errors).toEqual([]);
});

test('looks as before', async ({ page }) => {
  await page.goto('');
  // A page that its scripts make looks the same for a moment before they have run; some pages never end to load.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
  await expect(page).toHaveScreenshot('page.png', { timeout: 20_000 });
});
