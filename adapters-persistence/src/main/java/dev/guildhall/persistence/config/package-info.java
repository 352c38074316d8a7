/** The address of a database, the size of its pool, and why it cannot be opened. */
@NullMarked
package dev.guildhall.persistence.config;

import org.jspecify.annotations.NullMarked;
