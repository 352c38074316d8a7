/** Encrypts stored secrets, stores the key, and hashes passwords. */
@NullMarked
package dev.guildhall.persistence.secret;

import org.jspecify.annotations.NullMarked;
