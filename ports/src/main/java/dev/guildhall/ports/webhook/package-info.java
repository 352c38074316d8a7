/** Webhooks: requests with which the server tells other systems what has happened (webhooks-1 to webhooks-12). */
@NullMarked
package dev.guildhall.ports.webhook;

import org.jspecify.annotations.NullMarked;
