/** Encrypts stored secrets, and stores the key. */
package dev.guildhall.persistence.secret;
