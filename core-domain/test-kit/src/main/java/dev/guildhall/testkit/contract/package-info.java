/** Contract suites: every adapter of a port runs the same suite, in memory and with PostgreSQL. */
package dev.guildhall.testkit.contract;
