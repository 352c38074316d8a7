/** Test runs: suites, runs, screenshots, baselines and files of runs (spec/3 test-run service, contract 7). */
package dev.guildhall.ports.run;
