import type { Page } from '@playwright/test';
import { WIDTHS, isAccessible } from './access';
import { toast } from './chat';
import { expect, test } from './person';

const RUN = 'run_0123456789abcdef';
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const picture = (browser: string, name: string) => ({
  name, browser, file: 'shop.spec.ts', test: `[${browser}] shop.spec.ts › ${name}`, status: 'failed', reason: 'no_baseline', url: `/api/v1/runs/${RUN}/images/${'0'.repeat(64)}`,
});
const PICTURES = [picture('chromium', 'home.png'), picture('firefox', 'home.png'), picture('chromium', 'cart.png'), picture('firefox', 'cart.png')];

type Order = { screenshots: { name: string; browser: string; file: string }[]; force: boolean };

/** A run that has ended with these pictures; returns what is approved, the first time with the pictures that are refused. */
async function endedRun(page: Page, refused: object[] = [], { failures = [], events = '' }: { failures?: object[]; events?: string } = {}) {
  const orders: Order[] = [];
  const run = {
    runId: RUN, suite: 'shop', status: 'completed', outcome: 'failed', target: 'https://shop.example.org/', browsers: ['chromium', 'firefox'], createdAt: '2026-01-02T03:04:05.678Z', startedAt: '2026-01-02T03:04:05.678Z',
    completedAt: '2026-01-02T03:05:05.678Z', results: { total: 4, passed: 0, failed: 4, skipped: 0, duration: 60000 }, failures, flaky: [], notRun: [], error: null,
  };
  await page.route(`**/web/api/v1/runs/${RUN}**`, route => {
    const { pathname } = new URL(route.request().url());
    if (/\/images\//.test(pathname)) return route.fulfill({ contentType: 'image/png', body: PIXEL });
    if (pathname.endsWith('/screenshots/approve')) {
      const order = route.request().postDataJSON() as Order;
      orders.push(order);
      const isRefused = (each: { name: string; browser: string }) => !order.force && refused.some((other: any) => other.name === each.name && other.browser === each.browser);
      const approved = order.screenshots.filter(each => !isRefused(each)).map(each => ({ ...each, status: 'passed', approvedAt: '2026-01-02T03:06:05.678Z' }));
      const failed = order.screenshots.filter(isRefused).map(each => ({ ...each, error: { code: 'BASELINE_CHANGED', message: 'the baseline has changed' } }));
      return route.fulfill({ json: { approved, failed } });
    }
    if (pathname.endsWith('/screenshots')) return route.fulfill({ json: { screenshots: PICTURES } });
    if (pathname.endsWith('/artifacts')) return route.fulfill({ json: { artifacts: [] } });
    if (pathname.endsWith('/events')) return route.fulfill(events ? { contentType: 'text/event-stream', body: events } : { status: 204 });
    return route.fulfill({ json: run });
  });
  await page.route('**/web/api/v1/suites/shop**', route => route.fulfill({ status: 404, json: { error: { code: 'SUITE_NOT_FOUND', message: 'no such suite', status: 404 } } }));
  await page.goto(`/runs/${RUN}`);
  return orders;
}

const named = ({ screenshots }: Order) => screenshots.map(({ name, browser }) => `${browser} ${name}`);

test('to approve all means the pictures that wait for a decision, each by its browser and file', async ({ page, faults }) => {
  faults.expect(/404/);
  const orders = await endedRun(page);
  await isAccessible(page);
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    const words = page.locator('.thumbs :is(button, .clip)');
    await expect.poll(() => words.evaluateAll(all => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)).toBe(0);
  }
  await page.setViewportSize(WIDTHS[0][1]);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(toast(page, 'home.png rejected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve all 3', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('group', { name: 'Picture home.png' })).toBeFocused();
  await expect(page.locator('.thumbs button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Approve all 3', exact: true })).toBeVisible();
  expect(orders).toEqual([]);

  await page.getByRole('button', { name: 'Approve all 3', exact: true }).click();
  await expect(toast(page, '3 pictures approved')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => orders.map(named)).toEqual([['firefox home.png', 'chromium cart.png', 'firefox cart.png']]);
  await expect(page.getByText('rejected', { exact: true })).toHaveCount(1);
  await expect(page.locator('.thumbs').getByText('approved', { exact: true })).toHaveCount(3);

  await page.locator('.thumbs button').first().click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const left = page.waitForRequest(/home\.png\/approve/, { timeout: 5_000 });
  await page.getByRole('link', { name: 'Files' }).first().click();
  await left;
});

test('pictures whose approved one has changed are asked about, and they alone are approved anyway', async ({ page, faults }) => {
  faults.expect(/404/);
  await page.clock.install();
  const orders = await endedRun(page, [PICTURES[2]]);
  await page.getByRole('button', { name: 'Approve all 4', exact: true }).click();
  // The pointer on the message holds it, but not for ever.
  await toast(page, '4 pictures approved').hover();
  await page.clock.fastForward(30_000);
  await page.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(page.locator('.thumbs').getByText('approved', { exact: true })).toHaveCount(4);
  expect(orders.map(({ force }) => force)).toEqual([false, true]);
  expect(named(orders[1])).toEqual(['chromium cart.png']);
});

test('names of projects, files and titles may have brackets and separators', async ({ page, faults }) => {
  faults.expect(/404/);
  const parts = { browser: 'big [x] (y)', file: 'a › b.spec.ts', title: 'cart › [new] pays' };
  const name = { test: `[${parts.browser}] ${parts.file} › ${parts.title}`, ...parts };
  const ended = { ...name, status: 'failed', attempts: 1, duration: 10, error: 'Error: no', screenshot: null };
  const waiting = { browser: 'big [x] (y)', file: 'a › b.spec.ts', title: 'waits' };
  const plan = { platform: 'linux', tests: [name.test, '[big [x] (y)] a › b.spec.ts › waits'], names: [parts, waiting] };
  const failure = { ...name, error: 'Error: no\n\n> 3 | no', screenshot: null };
  await endedRun(page, [], { failures: [failure], events: `event: plan\ndata: ${JSON.stringify(plan)}\n\nevent: test\ndata: ${JSON.stringify(ended)}\n\n` });

  await expect(page.locator('.failure b')).toHaveText('cart › [new] pays');
  await expect(page.locator('.failure code')).toHaveText('a › b.spec.ts:3');
  await expect(page.locator('.tests .wrap')).toHaveText(['cart › [new] pays', 'waits']);
  await expect(page.locator('.tests td:first-child .where')).toHaveText(['big [x] (y) · a › b.spec.ts', 'big [x] (y) · a › b.spec.ts']);
});
