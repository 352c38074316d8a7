import { answered, answers, ask, chat, choose, conversation } from './chat';
import { expect, test } from './person';

// The demo model repeats the question, up to 120 characters.
const MARKUP = [
  '<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>',
  '<iframe srcdoc="<script>alert(4)</script>"></iframe><style>*{display:none}</style>',
  '<form action="https://outside.example"><button>go</button></form><base href="https://outside.example">',
  '<a href="jav&#x61;script:alert(5)" style="position:fixed" id=main>x</a>',
];

test('markup in a question, an answer and a title stays text', async ({ page }) => {
  await chat(page, MARKUP[0]);
  for (const markup of MARKUP.slice(1)) {
    await ask(page, markup);
    await expect(answers(page).filter({ hasText: markup })).toBeVisible();
    await answered(page);
  }
  await expect(conversation(page).locator('script, img, iframe, style, form, base')).toHaveCount(0);
  await expect(answers(page).locator('svg, a, [id], [style]')).toHaveCount(0);

  await choose(page, 'Rename');
  await page.getByRole('dialog').getByLabel('Title').fill(MARKUP[0]);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: MARKUP[0], level: 1 })).toBeVisible();
  await page.goto('/chats');
  await expect(page.getByRole('main').getByRole('link', { name: MARKUP[0] })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(MARKUP[0])).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · Guildhall');
});

test('an answer links no script and fetches no picture from elsewhere', async ({ page }) => {
  await chat(page, '![pixel](https://outside.example/pixel.png) [go](javascript:alert(6)) [data](data:text/html,<script>alert(7)</script>)');
  const answer = answers(page);
  await expect(answer).toContainText('pixel');
  await expect(answer.locator('img')).toHaveCount(0);
  const links = await answer.getByRole('link').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href));
  expect(links).toEqual(['https://outside.example/pixel.png']);
  await expect(answer.getByRole('link')).toHaveAttribute('rel', /noopener/);
});

test('a footnote is no link, and only files and test runs have pictures', async ({ page, faults }) => {
  faults.expect(/404 .*fileId=fil_1/);
  await chat(page, 'hello');
  // The demo model answers in one line, which cannot contain a footnote.
  await page.evaluate(text => {
    const shown = Object.assign(document.createElement('gh-markdown'), { text });
    document.querySelector('main')!.append(shown);
  }, 'Ships[^1] sail, [says he][2].\n\n[^1]: harbour\n\n[2]: /files\n\n![in](/api/session/oauth/acme) ![out](/api/files/../session) ![of](/api/files?fileId=fil_1)');
  const shown = page.locator('main > gh-markdown');
  await expect(shown.getByRole('paragraph')).toHaveText(['Ships1 sail, says he.', /^in: \/api\/session\/oauth\/acme out: /]);
  await expect(shown.getByRole('link')).toHaveText(['says he', /^in: /, /^out: /]);
  await expect(shown.locator('img')).toHaveAttribute('src', '/api/files?fileId=fil_1');
});

test('markup in the arguments and the result of a tool stays text', async ({ page }) => {
  const encoded = Buffer.from(MARKUP[0]).toString('base64');
  await chat(page, `builtin.base64 {"text": "${encoded}", "operation": "decode"}`);
  const card = conversation(page).getByRole('group').filter({ hasText: 'builtin.base64' });
  await card.getByText('builtin.base64', { exact: true }).click();
  await expect(card).toContainText('<script>alert(1)</script>');
  await expect(conversation(page).locator('script, img, [onload]')).toHaveCount(0);
});

test('markup in memories, tasks and steps stays text', async ({ page }) => {
  const { userId } = await (await page.request.get('/api/session')).json();
  const stored = await page.request.post('/web/agent/api/memory', { data: { userId, type: 'long_term', content: MARKUP[0], tags: [MARKUP[0].slice(0, 25)] } });
  expect(stored.status(), await stored.text()).toBe(201);
  const made = await page.request.post('/web/api/v1/workflows', { data: { name: MARKUP[0], steps: [{ name: '<img src=x onerror=alert(8)>', taskType: 'echo', input: { text: MARKUP[0] } }] } });
  expect(made.status(), await made.text()).toBe(201);

  await page.goto('/memory');
  await expect(page.getByRole('listitem').filter({ hasText: MARKUP[0] }).first()).toBeVisible();
  await page.goto(`/workflows/${(await made.json()).id}`);
  await expect(page.getByRole('heading', { name: MARKUP[0], level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: '<img src=x onerror=alert(8)>' })).toBeVisible();
  await expect(page.getByRole('main').locator('script, img, iframe')).toHaveCount(0);
});

test('the address after the sign-in is one of this server', async ({ page }) => {
  for (const to of ['//outside.example/', 'https://outside.example/', 'javascript:alert(9)', '/\\outside.example/', '/.//outside.example']) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  }
});

test('a page of another host may not frame the pages', async ({ page }) => {
  const { headers } = await page.request.get('/').then(answer => ({ headers: answer.headers() }));
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
});
