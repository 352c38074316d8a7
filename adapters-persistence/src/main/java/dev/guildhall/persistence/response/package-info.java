/** Stored answers of OpenAI's Responses API in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.response;

import org.jspecify.annotations.NullMarked;
