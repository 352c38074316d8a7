/** The registry of tools, connections, consents and executions in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.tool;

import org.jspecify.annotations.NullMarked;
