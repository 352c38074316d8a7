/** Hands mail to an SMTP server. */
@NullMarked
package dev.guildhall.integrations.mail;

import org.jspecify.annotations.NullMarked;
