/** Contents of files and the write-ahead log of usage, in directories. */
@NullMarked
package dev.guildhall.persistence.disk;

import org.jspecify.annotations.NullMarked;
