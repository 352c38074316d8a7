/** Test runs: starts them, carries them out through a runner, keeps baselines (contract 7). */
package dev.guildhall.core.run;
