/** Test runs: suites, runs, screenshots, baselines and files of runs (runs-1 to runs-26). */
@NullMarked
package dev.guildhall.ports.run;

import org.jspecify.annotations.NullMarked;
