/** Contract suites of accounts, sessions, groups, keys and OAuth. */
@NullMarked
package dev.guildhall.testkit.contract.account;

import org.jspecify.annotations.NullMarked;
