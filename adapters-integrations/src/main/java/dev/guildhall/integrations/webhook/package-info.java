/** Requests to webhooks. */
@NullMarked
package dev.guildhall.integrations.webhook;

import org.jspecify.annotations.NullMarked;
