/** The PostgreSQL that comes with the server, as a child process. */
package dev.guildhall.persistence.embedded;
