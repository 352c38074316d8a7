/** Mail to users: the queue of what waits, and its texts (accounts-38). */
@NullMarked
package dev.guildhall.core.mail;

import org.jspecify.annotations.NullMarked;
