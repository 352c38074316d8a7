/** The usage of models: its sums and entries in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.usage;

import org.jspecify.annotations.NullMarked;
