/** Test runs with Playwright Test: suites on disk, and runners in a process or in a container (contract 7). */
package dev.guildhall.runner;
