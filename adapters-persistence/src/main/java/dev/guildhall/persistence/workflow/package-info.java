/** Workflows in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.workflow;

import org.jspecify.annotations.NullMarked;
