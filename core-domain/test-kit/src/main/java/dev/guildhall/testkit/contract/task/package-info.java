/** Contract suites of the queue and of workflows. */
@NullMarked
package dev.guildhall.testkit.contract.task;

import org.jspecify.annotations.NullMarked;
