import type { Page } from '@playwright/test';
import { PHONE, WIDTHS } from './access';
import { expect, test } from './person';

const MOST_CONTROLS = 70;

/** The controls that Tab reaches and that do not show that they have the focus. */
async function ringless(page: Page) {
  const found = new Set<string>();
  for (let i = 0; i < MOST_CONTROLS; i++) {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return 'end';
      const isRinged = [at, at.closest('.compose, .slider'), at.querySelector('rect')].some(each => {
        if (!each) return false;
        const { outlineStyle, outlineWidth, boxShadow, strokeWidth } = getComputedStyle(each);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none' || parseFloat(strokeWidth) >= 3;
      });
      return isRinged ? '' : `${at.localName}.${at.className}: ${at.textContent?.trim().slice(0, 40) || at.getAttribute('aria-label')}`;
    });
    if (words === 'end') break;
    if (words) found.add(words);
  }
  return [...found];
}

for (const [name, viewport] of WIDTHS) {
  test(`each control shows that it has the focus (${name})`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    for (const path of ['/', '/tasks', '/runs', '/tools', '/memory', '/files', '/dashboard', '/assistants', '/assistants/new', '/collections', '/integrations', '/account', '/account/password', '/account/keys', '/suites/smoke']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      expect(await ringless(page), path).toEqual([]);
    }
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Submit a task' }).click();
    expect(await ringless(page), 'a dialog').toEqual([]);
  });
}

test('the bar of a page and its content begin and end at one edge', async ({ page }) => {
  for (const viewport of [...WIDTHS.map(([, size]) => size), { width: 1920, height: 1080 }]) {
    await page.setViewportSize(viewport);
    for (const path of ['/tasks', '/account', '/chats', '/dashboard', '/suites/smoke']) {
      await page.goto(path);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      const [bar, content] = await page.evaluate(() => {
        const isArrow = document.querySelector('.bar > a.only');
        const page = document.querySelector('.page')!;
        const { left, right } = page.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(page);
        const bar = document.querySelector('.bar')!;
        return [
          [bar.querySelector(':scope > *')!.getBoundingClientRect().left + (isArrow ? 8 : 0), bar.lastElementChild!.getBoundingClientRect().right],
          [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)],
        ].map(edges => edges.map(Math.round));
      });
      expect(bar, `${path} at ${viewport.width}`).toEqual(content);
    }
  }
});

test('the current section is in sight on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const path of ['/account/audit', '/account', '/account/keys']) {
    await page.goto(path);
    const tab = page.getByRole('navigation', { name: 'Account' }).locator('[aria-current]');
    await expect(tab).toBeInViewport({ ratio: 0.9 });
  }
});

test('the fields of a budget stand on one line and are of one height', async ({ page }) => {
  for (const [, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await page.goto('/account/keys');
    await page.getByRole('main').getByRole('button', { name: /key$/ }).first().click();
    await page.getByRole('dialog').locator('details summary').click();
    const boxes = await Promise.all(['Amount', 'Currency', 'Renewed each'].map(async label => (await page.getByRole('dialog').getByLabel(label).boundingBox())!));
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(spread(boxes.map(({ y }) => y))).toBeLessThanOrEqual(1);
    expect(spread(boxes.map(({ height }) => height))).toBeLessThanOrEqual(1);
  }
});

/** The contrast of two colours as WCAG 2 has it; a page's colours are painted, because they are written in OKLCH. */
async function contrast(page: Page, selector: string, line: 'borderColor' | 'boxShadow' | 'stroke', ground: string) {
  return page.evaluate(([selector, line, ground]) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (colour: string) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map(value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const value = getComputedStyle(document.querySelector(selector)!)[line as 'stroke'];
    const lights = [luminance(line === 'boxShadow' ? value.slice(0, value.indexOf(')') + 1) : value), luminance(getComputedStyle(document.querySelector(ground)!).backgroundColor)];
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
  }, [selector, line, ground]);
}

test('the pressed segment, the borders of steps and those of fields are visible in light and dark', async ({ page }) => {
  const steps = [{ name: 'one', taskType: 'echo', input: {} }, { name: 'two', taskType: 'echo', input: {}, dependsOn: ['one'] }];
  const made = await page.request.post('/web/api/v1/workflows', { data: { name: 'Lines', steps } });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/tasks');
    await expect(page.getByRole('group', { name: 'What is listed' })).toBeVisible();
    expect(await contrast(page, '.seg [aria-pressed=true]', 'boxShadow', '.seg')).toBeGreaterThanOrEqual(3);
    expect(await contrast(page, 'select.input', 'borderColor', 'select.input')).toBeGreaterThanOrEqual(3);
    await page.goto(`/workflows/${(await made.json()).id}`);
    await expect(page.getByRole('group', { name: 'Steps' })).toBeVisible();
    expect(await contrast(page, '.step rect', 'stroke', '.card:has(.graph)')).toBeGreaterThanOrEqual(3);
  }
});

test('what has failed has the colour of failure on the dashboard', async ({ page }) => {
  await page.route('**/api/dashboard', async route => {
    const answer = await (await route.fetch()).json();
    answer.dashboard.tasks = { queued: 0, running: 1, completed: 6, failed: 3, cancelled: 0 };
    answer.dashboard.runs = { queued: 0, running: 0, completed: 6, failed: 1, cancelled: 0 };
    answer.dashboard.outcomes = { passed: 3, flaky: 1, failed: 2 };
    await route.fulfill({ json: answer });
  });
  await page.goto('/dashboard');
  const tasks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Tasks by status' }) });
  const runs = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Test runs by result' }) });
  const colour = (status: string, list = tasks) => list.getByRole('link', { name: status }).locator('.meter > i').evaluate(bar => getComputedStyle(bar).backgroundColor);
  const chip = await tasks.getByRole('link', { name: 'failed' }).locator('.chip').evaluate(each => getComputedStyle(each).color);
  expect(await colour('failed')).toBe(chip);
  expect(await colour('completed')).not.toBe(chip);
  for (const [result, query] of [['tests failed', 'outcome=failed'], ['run failed', 'status=failed']]) {
    expect(await colour(result, runs)).toBe(chip);
    await expect(runs.getByRole('link', { name: result })).toHaveAttribute('href', `/runs?${query}`);
  }
  expect(await colour('passed', runs)).not.toBe(chip);
  await expect(page.getByRole('link', { name: /^Test runs 7/ })).toContainText('0 running · 3 failed');
});
