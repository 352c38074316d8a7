/** Webhooks: their rules, and the dispatcher that sends their deliveries. */
@NullMarked
package dev.guildhall.core.webhook;

import org.jspecify.annotations.NullMarked;
