/** Uploaded files: rows in PostgreSQL, content on disk. */
package dev.guildhall.persistence.file;
