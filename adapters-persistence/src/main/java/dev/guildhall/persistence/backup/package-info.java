/** Writes an installation's database and files into one file while it runs, and restores them. */
@NullMarked
package dev.guildhall.persistence.backup;

import org.jspecify.annotations.NullMarked;
