/** Encrypts all secrets of a database with another key. */
package dev.guildhall.persistence.rotation;
