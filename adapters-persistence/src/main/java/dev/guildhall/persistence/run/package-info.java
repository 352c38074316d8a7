/** Test runs and their baselines in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.run;

import org.jspecify.annotations.NullMarked;
