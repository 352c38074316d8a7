/** The usage of models: its sums and entries in PostgreSQL, and its write-ahead log on the disk. */
package dev.guildhall.persistence.usage;
