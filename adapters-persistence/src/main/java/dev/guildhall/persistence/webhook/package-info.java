/** Webhooks and their deliveries in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.webhook;

import org.jspecify.annotations.NullMarked;
