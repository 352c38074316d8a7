/** Browser sessions, chats and running answers of the web application in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.webchat;

import org.jspecify.annotations.NullMarked;
