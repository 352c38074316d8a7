/** Encrypts all secrets of a database with another key. */
@NullMarked
package dev.guildhall.persistence.rotation;

import org.jspecify.annotations.NullMarked;
