/** Contract suites of tools, connections and executions. */
@NullMarked
package dev.guildhall.testkit.contract.tool;

import org.jspecify.annotations.NullMarked;
