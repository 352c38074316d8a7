import type { Page } from '@playwright/test';
import { chat, SCREENS } from './chat';
import { expect, test } from './person';

const TEXT = `Formulas: \\(a^2+b^2=c^2\\), $e^{i\\pi}+1=0$, a vector $\\vec{v}$, and

\\[ \\int_0^1 x\\,dx = \\tfrac12 \\]

$$\\sum_{k=1}^n k$$

It costs ~$5 to ~$10 (nothing is struck out, nothing is a formula); from $5 to $10 neither, nor US$5/A$6.

**粗体。**后文 is bold before the Chinese text; **"quoted"**wort too; 2**(3)**4 is not.

| step | note |
|---|---|
| one | first line<br>second line |
| two | 22,000 (a number never breaks inside; the table scrolls) |

مرحبا بالعالم. هذه فقرة من اليمين إلى اليسار.

- a list with code
  \`\`\`js
  console.log(1) // with a copy button, as outside of lists
  \`\`\`

\`\`\`mermaid
graph LR; A[order] --> B{paid?}; B -->|yes| C[ship]
\`\`\`

H<sub>2</sub>O and <kbd>Ctrl</kbd>, not <b onclick="x()">this</b>. A footnote[^1], and [^none].

![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)

[^1]: Here it is.
`;

/** Shows a text as an answer, since the demo model answers in one line. */
async function shown(page: Page, text: string) {
  await chat(page, 'hello');
  await page.evaluate(text => {
    const answer = Object.assign(document.createElement('gh-markdown'), { text });
    document.querySelector('.turns')!.append(answer);
    answer.scrollIntoView();
  }, text);
  return page.locator('.turns > gh-markdown');
}

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('a text as models write it is shown with formulas, diagrams, footnotes and both directions', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const answer = await shown(page, TEXT);
      const paragraph = (words: string) => answer.getByRole('paragraph').filter({ hasText: words });

      await expect(answer.locator('.formula .katex')).toHaveCount(5);
      await expect(answer.locator('.formula .katex-display')).toHaveCount(2);
      const vector = await answer.locator('.katex svg').first().evaluate(svg => svg.getBoundingClientRect().width);
      expect(vector).toBeLessThan(20);
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => [...document.fonts].filter(({ family, status }) => family.includes('KaTeX') && status === 'loaded').length)).toBeGreaterThan(0);

      await expect(paragraph('It costs')).toHaveText('It costs ~$5 to ~$10 (nothing is struck out, nothing is a formula); from $5 to $10 neither, nor US$5/A$6.');
      await expect(answer.locator('del')).toHaveCount(0);
      await expect(paragraph('is bold before').locator('strong')).toHaveText(['粗体。', '"quoted"']);
      await expect(paragraph('is bold before')).toContainText('2**(3)**4');
      await expect(answer.locator('td br')).toHaveCount(1);
      await expect(answer.locator('sub')).toHaveText('2');
      await expect(answer.locator('kbd')).toHaveText('Ctrl');
      await expect(answer.getByText('<b onclick="x()">this</b>')).toBeVisible();
      expect(await paragraph('مرحبا').evaluate(text => getComputedStyle(text).direction)).toBe('rtl');
      await expect(answer.getByRole('img', { name: 'dot' })).toHaveJSProperty('naturalWidth', 1);

      await answer.getByRole('listitem').getByRole('button', { name: 'Copy the code' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('console.log(1) // with a copy button, as outside of lists');

      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className);
      await answer.getByRole('button', { name: 'Footnote 1', exact: true }).click();
      await expect.poll(focused).toBe('footnote');
      await expect(answer.locator('.footnote')).toContainText('Here it is.');
      await answer.getByRole('button', { name: 'Back to the place of footnote 1' }).click();
      await expect.poll(focused).toBe('Footnote 1');
      await expect(answer.getByText('[^none]')).toBeVisible();

      const frame = answer.locator('iframe');
      await expect(frame).toHaveCSS('visibility', 'visible');
      await expect(answer.frameLocator('iframe').locator('svg')).toContainText('ship');
      await expect.poll(() => frame.evaluate(shown => shown.clientHeight)).toBeGreaterThan(40);
    });

    test('a table keeps its numbers whole and scrolls by itself', async ({ page }) => {
      const columns = 9;
      const row = (cell: string) => `|${` ${cell} |`.repeat(columns)}`;
      const answer = await shown(page, `${row('amount')}\n${row('---')}\n${row('1,122,000.50')}\n`);

      const box = answer.locator('.table-box');
      expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
      const heights = await answer.locator('td').evaluateAll(cells => cells.map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      }));
      expect(heights).toEqual(Array(columns).fill(1));
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
    });
  });
}

test('a text that grows piece by piece ends as it does at once', async ({ page }) => {
  const answer = await shown(page, TEXT);
  await expect(answer.locator('.formula .katex')).toHaveCount(5);

  await page.evaluate(async text => {
    const growing = Object.assign(document.createElement('gh-markdown'), { isLive: true, text: '' });
    document.querySelector('.turns')!.append(growing);
    for (let end = 0; end < text.length; end += 7) {
      Object.assign(growing, { text: text.slice(0, end) });
      await new Promise(requestAnimationFrame);
    }
    Object.assign(growing, { text, isLive: false });
  }, TEXT);

  const html = (at: number) => answer.nth(at).evaluate(one => {
    const copy = one.cloneNode(true) as HTMLElement;
    copy.querySelectorAll('gh-diagram, gh-code').forEach(block => block.replaceChildren());
    return copy.innerHTML;
  });
  expect(await html(1)).toBe(await html(0));
});

test('the frame of a diagram has an origin of its own and reaches no network', async ({ page, faults }) => {
  faults.expect(/connect-src|default-src|Refused to connect|Fetch API cannot load|violates the following/);
  const answer = await shown(page, '```mermaid\ngraph LR; A-->B\n```\n');
  await expect(answer.frameLocator('iframe').locator('svg')).toBeVisible();

  const frame = page.frames().find(frame => frame.url().endsWith('/diagram.html'))!;
  const seen = await frame.evaluate(async () => ({
    origin: self.origin,
    fetched: await fetch('/health/live').then(() => 'yes', () => 'no'),
    outer: (() => { try { return String(parent.document.title); } catch { return 'no'; } })(),
  }));

  expect(seen).toEqual({ origin: 'null', fetched: 'no', outer: 'no' });
});

test('a diagram that is none is shown as code', async ({ page }) => {
  const answer = await shown(page, '```mermaid\nthis is no diagram\n```\n');

  await expect(answer.getByText('This diagram cannot be drawn.')).toBeVisible();
  await expect(answer.locator('pre')).toHaveText('this is no diagram');
  await expect(answer.locator('iframe')).toHaveCount(0);
});

test('a diagram that never ends is shown as code, and the page goes on', async ({ page }) => {
  const answer = await shown(page, '```mermaid\ngantt\n dateFormat YYYY-MM-DD\n excludes monday,tuesday,wednesday,thursday,friday,saturday,sunday\n section A\n a :a1, 2024-01-01, 3d\n```\n\n```mermaid\ngraph LR; A-->B\n```\n');

  await expect(answer.getByText('This diagram cannot be drawn.')).toBeVisible({ timeout: 30_000 });
  await expect(answer.locator('pre').filter({ hasText: 'excludes monday' })).toBeVisible();
  await expect(answer.frameLocator('iframe').locator('svg')).toBeVisible();
});

test('a frame has the height that it was asked for, within bounds', async ({ page }) => {
  const answer = await shown(page, '```mermaid\ngraph LR; A-->B\n```\n');
  const frame = answer.locator('iframe');
  await expect(answer.frameLocator('iframe').locator('svg')).toBeVisible();
  const height = () => frame.evaluate(({ style }) => style.height);
  const before = await height();

  const inner = page.frames().find(one => one.url().endsWith('/diagram.html'))!;
  await inner.evaluate(() => {
    for (const answer of [{ height: 3_000 }, { height: NaN }, { height: 1e9 }, { error: 'Sorry' }, null]) parent.postMessage(answer, '*');
  });
  await page.evaluate(() => postMessage({ height: 2_000 }, '*'));
  await inner.evaluate(() => new Promise(done => setTimeout(done, 100)));

  expect(await height()).toBe(before);
  await expect(answer.getByText('This diagram cannot be drawn.')).toHaveCount(0);
});

test('of many diagrams the first ones are drawn unasked', async ({ page }) => {
  test.slow();
  const answer = await shown(page, Array.from({ length: 23 }, (_, at) => `\`\`\`mermaid\ngraph LR; A${at}-->B\n\`\`\`\n`).join('\n'));

  // What stands below a diagram moves while it is drawn.
  await expect(answer.locator('iframe:not(.unseen)')).toHaveCount(20, { timeout: 60_000 });
  const held = answer.getByRole('button', { name: 'Draw this diagram' });
  await expect(held).toHaveCount(3);
  await held.first().click();
  await expect(held).toHaveCount(2);
  await expect(answer.locator('iframe:not(.unseen)')).toHaveCount(21, { timeout: 60_000 });
});

test('neither library is loaded for a text without formulas and diagrams', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));

  await shown(page, 'It costs $5.');

  expect(asked.filter(url => /katex|mermaid/.test(url))).toEqual([]);
});
