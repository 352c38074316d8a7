/** Contract suites: every adapter of a port runs the same suite, in memory and with PostgreSQL. */
@NullMarked
package dev.guildhall.testkit.contract;

import org.jspecify.annotations.NullMarked;
