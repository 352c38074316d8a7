/** Directories and files that only their owner can read. */
@NullMarked
package dev.guildhall.persistence.folder;

import org.jspecify.annotations.NullMarked;
