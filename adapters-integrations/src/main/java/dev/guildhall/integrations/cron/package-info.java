/** Cron expressions. */
@NullMarked
package dev.guildhall.integrations.cron;

import org.jspecify.annotations.NullMarked;
