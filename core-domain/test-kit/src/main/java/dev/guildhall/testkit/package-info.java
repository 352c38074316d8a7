/**
 * A core whose time and work a test drives, a clock that stands still, and samples of the records. The packages below it have
 * the contract suites.
 */
package dev.guildhall.testkit;
