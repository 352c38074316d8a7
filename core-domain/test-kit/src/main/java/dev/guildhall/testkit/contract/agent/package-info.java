/** Contract suites of conversations and memories. */
@NullMarked
package dev.guildhall.testkit.contract.agent;

import org.jspecify.annotations.NullMarked;
