/** Test runs with Playwright Test: suites on disk, and runners in a process or in a container (runs-9). */
package dev.guildhall.integrations.playwright;
