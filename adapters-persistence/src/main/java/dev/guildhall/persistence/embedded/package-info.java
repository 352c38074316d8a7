/** The PostgreSQL that comes with the server, as a child process. */
@NullMarked
package dev.guildhall.persistence.embedded;

import org.jspecify.annotations.NullMarked;
