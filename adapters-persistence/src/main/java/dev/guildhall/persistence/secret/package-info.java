/** Encrypts secrets at rest, and keeps the key. */
package dev.guildhall.persistence.secret;
