/** The usage of models in PostgreSQL. */
package dev.guildhall.persistence.usage;
