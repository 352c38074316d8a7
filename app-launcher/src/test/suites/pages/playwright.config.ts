import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  fullyParallel: true,
  expect: { timeout: 15_000 },
  // A trace doubles the time of a test.
  use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC', actionTimeout: 15_000, trace: 'off' },
});
