/** Test runs and their baselines in PostgreSQL. */
package dev.guildhall.persistence.run;
