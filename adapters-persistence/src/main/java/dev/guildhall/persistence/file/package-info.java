/** Uploaded files in PostgreSQL, without their content. */
@NullMarked
package dev.guildhall.persistence.file;

import org.jspecify.annotations.NullMarked;
