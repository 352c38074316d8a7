import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { expect } from './person';

export const PHONE = { width: 390, height: 844 };
export const WIDTHS = [['desk', { width: 1440, height: 900 }], ['phone', PHONE]] as const;
/** 1280 pixels at a zoom of 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 740 };
const COLOURS = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] };

/** The violations that axe rates as serious or critical. */
async function barriers(page: Page, rules?: string[]) {
  const runOnly = rules && { type: 'rule', values: rules };
  const violations: Violation[] = await page.evaluate(
    options => (globalThis as any).axe.run(document, options).then((result: any) => result.violations),
    { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) },
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}

/** The page has no accessibility barrier, in light and dark colours. */
export async function hasNoBarrier(page: Page) {
  // A colour would be measured in the middle of a transition.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page, COLOURS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page has no accessibility barrier, and nothing is wider than a small screen. */
export async function isAccessible(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await hasNoBarrier(page);
  const size = page.viewportSize()!;
  await page.setViewportSize(NARROW);
  await fits(page);
  await page.setViewportSize(size);
}

/** Neither the window nor the content of a page or of a dialog scrolls sideways. */
async function fits(page: Page) {
  const wide = () => page.evaluate(() =>
    [document.scrollingElement!, ...document.querySelectorAll('.scroll, .messages, .hello, .dialog-body')]
      .filter(box => box.scrollWidth > box.clientWidth + 1)
      .map(box => `${box.className || box.localName}: ${box.scrollWidth} of ${box.clientWidth} px`));
  await expect.poll(wide).toEqual([]);
}
