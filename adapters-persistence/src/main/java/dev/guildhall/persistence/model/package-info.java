/** Models that administrators set up, in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.model;

import org.jspecify.annotations.NullMarked;
