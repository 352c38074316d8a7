/** Writes an installation's database and files into one file while it runs, and restores them. */
package dev.guildhall.persistence.backup;
