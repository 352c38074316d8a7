import type { Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { expect, test } from './person';

/** Dismisses the message with Undo: what can no longer be undone is sent. */
async function sent(page: Page) {
  const answer = page.waitForResponse(/\/approve/);
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  expect((await answer).status()).toBe(200);
}

/** A is a key of the picture alone, and it can be undone before it is sent. */
async function approvesByKeyWhenFocused(page: Page) {
  let requests = 0;
  page.on('request', request => (requests += request.url().includes('/approve') ? 1 : 0));
  const picture = page.getByRole('group', { name: 'Picture page.png' });
  const waits = page.getByText('differs, needs approval', { exact: true });
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(waits).toBeVisible();

  await picture.focus();
  await page.keyboard.press('a');
  await expect(toast(page, 'page.png approved')).toBeVisible();
  await expect(waits).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(waits).toBeVisible();
  expect(requests).toBe(0);

  await picture.focus();
  await page.keyboard.press('a');
  await sent(page);
  await expect(page.getByText('approved', { exact: true })).toBeVisible();
}

/** The frame is no higher than the window, whatever the picture's size, and a zoom scrolls within it. */
async function zooms(page: Page) {
  const picture = page.getByRole('group', { name: 'Picture page.png' });
  const size = () => picture.evaluate(({ scrollWidth, clientWidth, clientHeight }) => ({ hidden: scrollWidth - clientWidth, height: clientHeight }));
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: /^Fit/ }).click();
    expect((await size()).height).toBeLessThan(0.65 * viewport.height);
    await expect.poll(async () => (await size()).hidden).toBe(0);
    const zoom = page.getByRole('group', { name: 'Zoom' });
    await zoom.getByRole('button', { name: 'Zoom in' }).click();
    await zoom.getByRole('button', { name: 'Zoom in' }).click();
    await zoom.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await size()).hidden).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await zoom.getByRole('button', { name: /^Fit/ }).click();
  }
  await page.setViewportSize(WIDTHS[0][1]);
}

test('a run is followed, its new and its changed picture approved, and the next run passes', async ({ page }) => {
  // Four test runs, each in a browser of its own besides this one.
  test.setTimeout(300_000);
  await page.goto('/runs');
  await page.getByRole('button', { name: /^Start (a|the first) run$/ }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Suite').selectOption('smoke');
  await expect(form.getByLabel('URL')).toHaveValue(new URL('/docs', page.url()).href);
  // The pages under test are small ones: most of what a run costs is what its browser shows.
  await form.getByLabel('URL').fill(new URL('/sign-in', page.url()).href);
  await form.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/./);
  const first = page.url();

  await expect(page.getByRole('progressbar', { name: 'Tests that have ended' })).toBeVisible();
  const tests = page.getByRole('table').getByRole('row');
  await expect(tests.filter({ hasText: 'has a title' })).toContainText('passed', { timeout: 120_000 });
  await expect(tests.filter({ hasText: 'looks as before' })).toContainText('failed', { timeout: 120_000 });
  await expect(tests.filter({ hasText: 'looks as before' })).toContainText('new picture, needs approval');
  await expect(page.getByRole('heading', { name: '1 failure' })).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search tests by title or file' }).fill('LOOKS as ');
  await expect(tests.filter({ hasText: 'has a title' })).toHaveCount(0);
  await expect(tests.filter({ hasText: 'looks as before' })).toBeVisible();
  await page.getByRole('button', { name: 'Passed 3' }).click();
  await expect(page.getByText('No test matches.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search tests by title or file' }).fill('');
  await expect(tests.filter({ hasText: 'has a title' })).toBeVisible();
  await page.getByRole('button', { name: 'All 4' }).click();
  await expect(tests.filter({ hasText: 'looks as before' })).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.reload();
  await expect(page.getByText('rejected', { exact: true })).toBeVisible();
  await page.goto('/tasks?type=test-run');
  await expect(page.getByRole('row').filter({ hasText: 'Test run smoke' }).first()).toContainText('1 failed');
  await page.getByRole('link', { name: 'Test run smoke' }).first().click();
  await expect(page).toHaveURL(first);
  await expect(page.getByRole('img', { name: 'The picture of this run' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(1);
  const approval = page.waitForResponse(/\/approve/);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(toast(page, 'page.png approved')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Picture page.png' })).toBeFocused();
  expect((await approval).status()).toBe(200);
  await expect(page.getByText('approved', { exact: true })).toBeVisible();

  await isAccessible(page);
  await zooms(page);

  await page.getByRole('button', { name: 'Rerun', exact: true }).click();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByText('4 passed', { exact: true })).toBeVisible({ timeout: 120_000 });
  // A suite has one run at a time, and a run ends a moment after its last test: then the page offers a rerun.
  const rerun = page.getByRole('button', { name: 'Rerun', exact: true });
  await expect(rerun).toBeVisible({ timeout: 60_000 });

  await page.goto('/runs');
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await form.getByLabel('Suite').selectOption('smoke');
  await form.getByLabel('URL').fill(new URL('/sign-in?new=1', page.url()).href);
  await form.getByRole('button', { name: 'Start the run' }).click();
  await expect(tests.filter({ hasText: 'looks as before' })).toContainText('picture differs, needs approval', { timeout: 120_000 });
  const changed = page.url();
  await page.getByRole('slider', { name: 'How much of the approved picture is shown' }).fill('20');
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect(page.getByRole('region', { name: 'Pictures' }).getByRole('figure')).toHaveCount(2);
  await page.getByRole('button', { name: 'Difference' }).click();
  await expect(page.getByRole('img', { name: 'What differs' })).toBeVisible();
  await expect(rerun).toBeVisible({ timeout: 60_000 });
  await approvesByKeyWhenFocused(page);
  await rerun.click();
  await expect(page).not.toHaveURL(changed);
  await expect(page.getByText('4 passed', { exact: true })).toBeVisible({ timeout: 120_000 });

  await page.getByRole('link', { name: 'Suite history' }).click();
  await expect(page.getByRole('heading', { name: 'smoke', level: 1 })).toBeVisible();
});
