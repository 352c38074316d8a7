/** Test runs: starts them, executes them through a runner, stores baselines (contract 7). */
package dev.guildhall.core.run;
