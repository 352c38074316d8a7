/** Test runs: starts them, executes them through a runner, stores baselines (runs-1 to runs-26). */
@NullMarked
package dev.guildhall.core.run;

import org.jspecify.annotations.NullMarked;
